<?php

namespace Frontdesk;

/** The key that calls are signed with. After a new one is made, the previous key stays valid for a day. */
final class Keys
{
    public const OVERLAP_S = 86400;
    private const CURRENT = 'key';
    private const PREVIOUS = 'previous_key';

    /** @var Store */
    private $store;

    public function __construct(Store $store)
    {
        $this->store = $store;
    }

    /** Makes the first key; keeps the one that is there. */
    public function make(): void
    {
        if ($this->store->setting(self::CURRENT) === null) {
            $this->store->keep(self::CURRENT, bin2hex(random_bytes(32)));
        }
    }

    public function current(): string
    {
        return (string) $this->store->setting(self::CURRENT);
    }

    /** @return list<string> the keys that a call may be signed with */
    public function valid(int $now): array
    {
        $keys = [$this->current()];
        if ($this->previousUntil($now) !== null) {
            $keys[] = $this->previous()[1];
        }
        return array_values(array_filter($keys));
    }

    /** When the previous key ends, as a Unix time; null if no previous key is valid. */
    public function previousUntil(int $now): ?int
    {
        $until = (int) $this->previous()[0];
        return $until > $now ? $until : null;
    }

    public function rotate(int $now): void
    {
        $this->store->keep(self::PREVIOUS, ($now + self::OVERLAP_S) . ':' . $this->current());
        $this->store->keep(self::CURRENT, bin2hex(random_bytes(32)));
    }

    /** For a key that someone else knows. */
    public function endPrevious(): void
    {
        $this->store->keep(self::PREVIOUS, '0:');
    }

    /** @return array{0: string, 1: string} until when, and the key */
    private function previous(): array
    {
        return explode(':', $this->store->setting(self::PREVIOUS) ?? '0:', 2) + ['0', ''];
    }
}
