<?php

namespace Frontdesk\Events;

/** WHMCS's hooks, as few as the front desk acts on: each costs a write in the middle of what WHMCS does. */
final class Hooks
{
    /** Per hook its kind, and which of its values are the account and what it happened to. */
    private const EVENTS = [
        'ProductDelete' => ['prices', null, 'pid'],
        'ProductEdit' => ['prices', null, 'pid'],
        'TopLevelDomainAdd' => ['prices', null, null],
        'TopLevelDomainDelete' => ['prices', null, null],
        'TopLevelDomainPricingUpdate' => ['prices', null, null],
        'TopLevelDomainUpdate' => ['prices', null, null],
    ];

    /** @var bool whether WHMCS has loaded them in this request */
    public static $areLoaded = false;

    /** @return list<string> */
    public static function names(): array
    {
        return array_keys(self::EVENTS);
    }

    /** @param mixed $values as the hook is handed them */
    public static function record(string $hook, $values, EventRows $rows, int $now): void
    {
        list($kind, $client, $subject) = self::EVENTS[$hook];
        $rows->add($kind, self::id($values, $client), self::id($values, $subject), $now);
        // Where nobody reads them they go all the same.
        $rows->forget($now - Events::LIFE_S);
    }

    /** @param mixed $values */
    private static function id($values, ?string $name): ?int
    {
        $id = is_array($values) && $name !== null ? (int) ($values[$name] ?? 0) : 0;
        return $id > 0 ? $id : null;
    }
}
