<?php

namespace Frontdesk\Page;

use Frontdesk\Acting\OwnOrders;
use Frontdesk\Installation;
use Frontdesk\LocalApi;
use Frontdesk\Store;
use Frontdesk\Tables;
use Throwable;
use WHMCS\Database\Capsule;

/** Facts about the installation for the addon's page. An unreadable fact is null. */
final class WhmcsFacts
{
    /** @var Installation */
    private $installation;
    /** @var LocalApi */
    private $api;
    /** @var Store */
    private $store;

    public function __construct(Installation $installation, LocalApi $api, Store $store)
    {
        $this->installation = $installation;
        $this->api = $api;
        $this->store = $store;
    }

    public function whmcs(): string
    {
        return $this->installation->version();
    }

    public function administrator(): ?string
    {
        return $this->installation->administrator()['username'] ?? null;
    }

    /** Whether WHMCS itself says that the addon's calls run as the administrator. */
    public function runsAsAdministrator(): bool
    {
        $administrator = $this->installation->administrator();
        $answer = $this->call('GetAdminDetails');
        return $administrator !== null && (int) ($answer['adminid'] ?? 0) === $administrator['id'];
    }

    /** Whether WHMCS records the administrator with orders: `yes`, `no`, or null if unknown. */
    public function ordersNoted(): ?string
    {
        return $this->store->setting(OwnOrders::SHOWN);
    }

    public function allowsOrders(): bool
    {
        return $this->installation->allowsOrders();
    }

    /** @return list<string>|null the gateways' module names */
    public function gateways(): ?array
    {
        return self::column($this->call('GetPaymentMethods')['paymentmethods']['paymentmethod'] ?? null, 'module');
    }

    /** @return list<string>|null codes */
    public function currencies(): ?array
    {
        return self::column($this->call('GetCurrencies')['currencies']['currency'] ?? null, 'code');
    }

    public function timeZone(): string
    {
        return date_default_timezone_get();
    }

    /** One of WHMCS's own settings, on one line; empty if it is not set. */
    public function configured(string $setting): string
    {
        return $this->installation->configured($setting);
    }

    /** The number of references that removing would delete. */
    public function references(): int
    {
        return count(Capsule::table(Tables::ACTIONS)->get(['id']));
    }

    /** @return array<string, mixed> */
    private function call(string $action): array
    {
        try {
            return $this->api->call($action, []);
        } catch (Throwable $cause) {
            logActivity("Frontdesk: $action was not answered (" . get_class($cause) . ')');
            return [];
        }
    }

    /**
     * @param mixed $rows
     * @return list<string>|null
     */
    private static function column($rows, string $member): ?array
    {
        return is_array($rows) ? array_map('strval', array_column($rows, $member)) : null;
    }
}
