<?php

namespace Frontdesk;

/** Calls accepted per minute: signed ones in total, and unsigned ones per address. */
final class CallLimits
{
    /** The front desk makes fewer: it runs eight calls at once. */
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

    /** Signed calls of the address are still accepted: others may share it. */
    public function countUnsigned(string $address, int $now): void
    {
        $packed = strpos($address, ':') === false ? false : inet_pton($address);
        // One customer has all addresses of a /64.
        $this->count($packed === false ? $address : bin2hex(substr($packed, 0, 8)), self::UNSIGNED, $now);
    }

    private function count(string $whose, int $most, int $now): void
    {
        if ($this->store->count($whose, intdiv($now, 60)) > $most) {
            throw new Refusal('too_many_calls', '', 60 - $now % 60);
        }
    }
}
