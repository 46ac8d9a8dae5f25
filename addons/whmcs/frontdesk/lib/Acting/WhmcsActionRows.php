<?php

namespace Frontdesk\Acting;

use Frontdesk\Tables;
use Throwable;
use WHMCS\Database\Capsule;

final class WhmcsActionRows implements ActionRows
{
    public function find(int $client, string $reference): ?ActionRow
    {
        $found = self::of($client, $reference)->first();
        return $found ? self::row($found) : null;
    }

    public function underWay(int $client): array
    {
        $query = Capsule::table(Tables::ACTIONS)->where('client_id', $client)->where('state', ActionRow::UNDER_WAY);
        $rows = [];
        foreach ($query->orderBy('id')->get() as $found) {
            $rows[] = self::row($found);
        }
        return $rows;
    }

    public function add(ActionRow $row, int $now): bool
    {
        $columns = [
            'client_id' => $row->client,
            'reference_hash' => hash('sha256', $row->reference),
            'reference' => $row->reference,
            'administrator_id' => $row->administrator,
            'watermark' => $row->watermark,
            'ordered' => json_encode($row->ordered),
            'terms' => json_encode($row->terms),
            // In plain ASCII: older installations' tables do not accept every character.
            'memo' => json_encode($row->memo),
            'created_at' => $now,
        ];
        try {
            return Capsule::table(Tables::ACTIONS)->insert($columns + self::changing($row));
        } catch (Throwable $cause) {
            if (self::of($row->client, $row->reference)->exists()) {
                return false;
            }
            throw $cause;
        }
    }

    public function change(ActionRow $row): bool
    {
        $underWay = self::of($row->client, $row->reference)->where('state', ActionRow::UNDER_WAY);
        return $underWay->update(self::changing($row)) === 1;
    }

    public function remove(ActionRow $row): void
    {
        self::of($row->client, $row->reference)->where('state', ActionRow::UNDER_WAY)->delete();
    }

    public function orders(int $client, int $watermark): array
    {
        $rows = Capsule::table(Tables::ACTIONS)->where('client_id', $client)->where('order_id', '>', $watermark);
        $orders = [];
        foreach ($rows->get(['order_id']) as $row) {
            $orders[] = (int) $row->order_id;
        }
        return $orders;
    }

    private static function row(object $found): ActionRow
    {
        $row = new ActionRow((int) $found->client_id, (string) $found->reference, (string) $found->state);
        $row->administrator = (int) $found->administrator_id;
        $row->watermark = (int) $found->watermark;
        $row->ordered = OrderedItems::kept(json_decode($found->ordered, true));
        $row->terms = json_decode($found->terms, true);
        $row->memo = json_decode($found->memo);
        $row->order = $found->order_id === null ? null : (int) $found->order_id;
        $made = json_decode($found->made, true);
        list($row->invoice, $row->subtotal) = [$made['invoice'], $made['subtotal']];
        list($row->services, $row->domains, $row->differs) = [$made['services'], $made['domains'], $made['differs']];
        return $row;
    }

    /** @return object the query of a reference's row */
    private static function of(int $client, string $reference)
    {
        $hash = hash('sha256', $reference);
        return Capsule::table(Tables::ACTIONS)->where('client_id', $client)->where('reference_hash', $hash);
    }

    /** @return array<string, mixed> */
    private static function changing(ActionRow $row): array
    {
        $made = [
            'invoice' => $row->invoice,
            'subtotal' => $row->subtotal,
            'services' => $row->services,
            'domains' => $row->domains,
            'differs' => $row->differs,
        ];
        return ['state' => $row->state, 'order_id' => $row->order, 'made' => json_encode($made)];
    }
}
