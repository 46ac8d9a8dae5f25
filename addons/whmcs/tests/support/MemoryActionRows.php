<?php

use Frontdesk\Acting\ActionRow;

/** The rows of actions, in memory: copies, as a table gives them. */
final class MemoryActionRows implements Frontdesk\Acting\ActionRows
{
    /** @var array<string, ActionRow> */
    public $rows = [];

    public function find(int $client, string $reference): ?ActionRow
    {
        return isset($this->rows["$client $reference"]) ? clone $this->rows["$client $reference"] : null;
    }

    public function add(ActionRow $row, int $now): bool
    {
        if (isset($this->rows["$row->client $row->reference"])) {
            return false;
        }
        $this->rows["$row->client $row->reference"] = clone $row;
        return true;
    }

    public function change(ActionRow $row): bool
    {
        if (!$this->isUnderWay($row)) {
            return false;
        }
        $this->rows["$row->client $row->reference"] = clone $row;
        return true;
    }

    public function remove(ActionRow $row): void
    {
        if ($this->isUnderWay($row)) {
            unset($this->rows["$row->client $row->reference"]);
        }
    }

    public function underWay(int $client): array
    {
        $rows = array_filter($this->rows, function (ActionRow $row) use ($client): bool {
            return $row->client === $client && $row->state === ActionRow::UNDER_WAY;
        });
        return array_map(function (ActionRow $row): ActionRow {
            return clone $row;
        }, array_values($rows));
    }

    public function orders(int $client, int $watermark): array
    {
        $orders = [];
        foreach ($this->rows as $row) {
            if ($row->client === $client && $row->order !== null && $row->order > $watermark) {
                $orders[] = $row->order;
            }
        }
        return $orders;
    }

    private function isUnderWay(ActionRow $row): bool
    {
        $there = $this->find($row->client, $row->reference);
        return $there !== null && $there->state === ActionRow::UNDER_WAY;
    }
}
