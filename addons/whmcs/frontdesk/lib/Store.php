<?php

namespace Frontdesk;

/** What the addon keeps, in tables of its own. */
interface Store
{
    /** A setting of the addon; null where it is not set. */
    public function setting(string $name): ?string;

    public function keep(string $name, string $value): void;

    /** Whether the last time that this was asked for a name, and was true, is so many seconds ago: of several callers, one is told so. */
    public function isDue(string $name, int $now, int $seconds): bool;

    /** Counts a call of a minute since 1970. @return int how many of this name there are in that minute, this one among them */
    public function count(string $name, int $minute): int;

    /** Keeps the hash of a one-time code, whom it stands for and what must be proved to exchange it. */
    public function keepCode(string $hash, int $userId, string $challenge, int $expiresAt): void;

    /**
     * Takes a code out: of several callers, one gets it.
     *
     * @return array{user_id: int, challenge: string, expires_at: int}|null
     */
    public function takeCode(string $hash): ?array;

    /** Deletes codes that have expired. */
    public function forgetCodes(int $before): void;
}
