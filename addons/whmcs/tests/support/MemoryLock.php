<?php

/** Locks that this process or another one holds. */
final class MemoryLock implements Frontdesk\Acting\AccountLock
{
    /** @var array<int, bool> of other processes */
    public $elsewhere = [];
    /** @var list<int> */
    public $held = [];
    /** @var list<int> how long each attempt would have waited, in seconds */
    public $waits = [];

    public function take(int $client, int $seconds): bool
    {
        $this->waits[] = $seconds;
        if (isset($this->elsewhere[$client])) {
            return false;
        }
        $this->held[] = $client;
        return true;
    }

    public function release(int $client): void
    {
        $this->held = array_values(array_diff($this->held, [$client]));
    }
}
