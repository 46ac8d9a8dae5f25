<?php

namespace Frontdesk;

use Frontdesk\Acting\ActingCalls;
use Frontdesk\Acting\Actions;
use Frontdesk\Acting\Changes;
use Frontdesk\Acting\TransferCode;
use Frontdesk\Acting\WhmcsAccountLock;
use Frontdesk\Acting\WhmcsActionRows;
use Frontdesk\Acting\WhmcsOrders;
use Frontdesk\Acting\WhmcsOwners;
use Frontdesk\Reading\ReadingCalls;
use Frontdesk\Reading\WhmcsAccess;
use Frontdesk\Reading\WhmcsCatalogue;
use Frontdesk\SignIn\OneTimeCodes;
use Frontdesk\SignIn\SignInCalls;
use Frontdesk\SignIn\WhmcsPeople;

/** The bridge on WHMCS's own tables and API. */
final class WhmcsBridge
{
    public static function make(): Bridge
    {
        $store = new WhmcsStore();
        $installation = new WhmcsInstallation($store);
        $api = new WhmcsLocalApi($installation->administrator()['username'] ?? null);
        $status = function () use ($installation, $store): array {
            // The front desk calls it first: after an upgrade nobody may have opened the addon's page yet.
            Tables::make();
            return (new Status($installation, $store))->read();
        };
        $signIn = new SignInCalls(new OneTimeCodes($store), new WhmcsPeople());
        $holdings = new WhmcsHoldings();
        $orders = new WhmcsOrders();
        $reading = new ReadingCalls($installation, $api, new WhmcsAccess(), $holdings, $orders, new WhmcsCatalogue());
        $actions = new Actions(new WhmcsActionRows(), new WhmcsAccountLock(), $orders, $api, $store);
        $code = new TransferCode($api, new WhmcsOwners(), function (): bool {
            return Hooks::$areLoaded;
        });
        $acting = new ActingCalls($installation, $actions, new Changes($api, $holdings, $code));
        return new Bridge(new Keys($store), new CallLimits($store), [
            'status' => $status,
            'exchange' => [$signIn, 'exchange'],
            'user' => [$signIn, 'user'],
            'ask' => [$reading, 'ask'],
            'catalogue' => [$reading, 'catalogue'],
            'act' => [$acting, 'act'],
            'find' => [$acting, 'find'],
        ]);
    }
}
