<?php

namespace Frontdesk;

/** The hooks for price changes, only those that the front desk needs: each costs a write during WHMCS's work. */
final class Hooks
{
    /** Hooks for price changes. */
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

    /** Records that prices changed, without their values. */
    public static function note(Store $store): void
    {
        $store->keep(self::CHANGED, sprintf('%.0f', microtime(true) * 1000000));
    }

    /** The microsecond of the last price change, different for each change; 0 before the first. */
    public static function lastChange(Store $store): int
    {
        return (int) $store->setting(self::CHANGED);
    }
}
