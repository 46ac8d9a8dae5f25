<?php

namespace Frontdesk;

/** What the addon can do here. */
final class Status
{
    /** @var Installation */
    private $installation;
    /** @var Store */
    private $store;

    public function __construct(Installation $installation, Store $store)
    {
        $this->installation = $installation;
        $this->store = $store;
    }

    /** @return array{version: int, whmcs: string, php: string, hooks: bool, prices_changed: int, orders: bool, administrator: array{id: int, username: string}|null} */
    public function read(): array
    {
        $changed = Hooks::lastChange($this->store);
        return [
            'version' => Bridge::VERSION,
            'whmcs' => $this->installation->version(),
            'php' => PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION,
            'hooks' => Hooks::$areLoaded || $changed > 0,
            'prices_changed' => $changed,
            'orders' => $this->installation->allowsOrders(),
            'administrator' => $this->installation->administrator(),
        ];
    }
}
