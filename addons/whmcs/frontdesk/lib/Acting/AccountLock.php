<?php

namespace Frontdesk\Acting;

/** A lock per account, held by one process at a time: it is free again once that process has released it or is gone. */
interface AccountLock
{
    /** Whether this process holds the lock now, after it has waited for at most so many seconds. */
    public function take(int $client, int $seconds): bool;

    public function release(int $client): void;
}
