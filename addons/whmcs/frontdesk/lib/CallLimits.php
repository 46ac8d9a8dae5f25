<?php

namespace Frontdesk;

/** How many calls are taken in a minute: of all that are signed, and of each address those that are not. */
final class CallLimits
{
    /** The front desk makes fewer: it has eight calls under way at once. */
    public const SIGNED = 3000;
    public const UNSIGNED = 60;

    /** @var Store */
    private $store;

    public function __construct(Store $store)
    {
        $this->store = $store;
    }

    public function countSigned(int $now): void
    {
        $this->count('signed', self::SIGNED, $now);
    }

    /** Calls that are signed are taken from the address all the same: others may share it. */
    public function countUnsigned(string $address, int $now): void
    {
        $packed = strpos($address, ':') === false ? false : inet_pton($address);
        // Whoever has one address of a /64 has them all.
        $this->count($packed === false ? $address : bin2hex(substr($packed, 0, 8)), self::UNSIGNED, $now);
    }

    private function count(string $whose, int $most, int $now): void
    {
        if ($this->store->count($whose, intdiv($now, 60)) > $most) {
            throw new Refusal('too_many_calls', '', 60 - $now % 60);
        }
    }
}
