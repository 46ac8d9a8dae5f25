<?php

namespace Frontdesk\Events;

/** What has happened in WHMCS, in a table of the addon's own. */
interface EventRows
{
    public function add(string $kind, ?int $client, ?int $subject, int $at): void;

    /**
     * The oldest events after one, at most so many.
     *
     * @return list<array{id: int, kind: string, client: int|null, subject: int|null, at: int}>
     */
    public function after(int $id, int $limit): array;

    /** The number of the newest event, 0 without any. */
    public function newest(): int;

    /** Deletes events before a time, but for the newest: its number is where the next ones go on. */
    public function forget(int $before): void;
}
