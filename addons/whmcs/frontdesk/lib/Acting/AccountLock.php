<?php

namespace Frontdesk\Acting;

/** A lock per account, held by one process at a time: it is free again once that process releases it or dies. */
interface AccountLock
{
    /** Whether this process now holds the lock, after waiting for at most that many seconds. */
    public function take(int $client, int $seconds): bool;

    public function release(int $client): void;
}
