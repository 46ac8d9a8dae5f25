<?php

namespace Frontdesk;

/** The hooks of what changes prices, as few as the front desk acts on: each costs a write in the middle of what WHMCS does. */
final class Hooks
{
    /** What changes prices. */
    public const OF_PRICES = [
        'ProductDelete',
        'ProductEdit',
        'TopLevelDomainAdd',
        'TopLevelDomainDelete',
        'TopLevelDomainPricingUpdate',
        'TopLevelDomainUpdate',
    ];
    private const CHANGED = 'prices_changed';

    /** @var bool whether WHMCS has loaded them in this request */
    public static $areLoaded = false;

    /** Notes that prices have changed, and nothing of what was changed. */
    public static function note(Store $store): void
    {
        $store->keep(self::CHANGED, sprintf('%.0f', microtime(true) * 1000000));
    }

    /** The last change of prices by its microsecond, which is another one with each; 0 before the first. */
    public static function lastChange(Store $store): int
    {
        return (int) $store->setting(self::CHANGED);
    }
}
