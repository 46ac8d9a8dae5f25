<?php

/** Events, in memory, with numbers that go on. */
final class MemoryEvents implements Frontdesk\Events\EventRows
{
    /** @var list<array<string, mixed>> */
    public $rows = [];
    /** @var int */
    private $last = 0;

    public function add(string $kind, ?int $client, ?int $subject, int $at): void
    {
        $this->rows[] = ['id' => ++$this->last, 'kind' => $kind, 'client' => $client, 'subject' => $subject, 'at' => $at];
    }

    public function after(int $id, int $limit): array
    {
        $later = array_filter($this->rows, function (array $row) use ($id): bool {
            return $row['id'] > $id;
        });
        return array_slice(array_values($later), 0, $limit);
    }

    public function newest(): int
    {
        return $this->rows === [] ? 0 : end($this->rows)['id'];
    }

    public function forget(int $before): void
    {
        $this->rows = array_values(array_filter($this->rows, function (array $row) use ($before): bool {
            return $row['at'] >= $before || $row['id'] === $this->newest();
        }));
    }
}
