<?php

namespace Frontdesk;

/** The addon's own tables. */
interface Store
{
    /** A setting of the addon; null if it is not set. */
    public function setting(string $name): ?string;

    public function keep(string $name, string $value): void;

    /** Whether this was last true for a name at least that many seconds ago: only one of several callers gets true. */
    public function isDue(string $name, int $now, int $seconds): bool;

    /** Counts a call of a minute since 1970. @return int calls of this name in that minute, including this one */
    public function count(string $name, int $minute): int;

    /** Stores the hash of a one-time code, its user and its challenge. */
    public function keepCode(string $hash, int $userId, string $challenge, int $expiresAt): void;

    /**
     * Removes and returns a code: only one of several callers gets it.
     *
     * @return array{user_id: int, challenge: string, expires_at: int}|null
     */
    public function takeCode(string $hash): ?array;

    /** Deletes codes that have expired. */
    public function forgetCodes(int $before): void;
}
