<?php

namespace Frontdesk;

use Frontdesk\Events\EventRows;
use Frontdesk\Events\Hooks;

/** What the addon can do here. */
final class Status
{
    /** @var Installation */
    private $installation;
    /** @var EventRows */
    private $events;

    public function __construct(Installation $installation, EventRows $events)
    {
        $this->installation = $installation;
        $this->events = $events;
    }

    /** @return array{version: int, whmcs: string, php: string, hooks: bool, orders: bool, administrator: array{id: int, username: string}|null} */
    public function read(): array
    {
        return [
            'version' => Bridge::VERSION,
            'whmcs' => $this->installation->version(),
            'php' => PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION,
            'hooks' => Hooks::$areLoaded || $this->events->newest() > 0,
            'orders' => $this->installation->allowsOrders(),
            'administrator' => $this->installation->administrator(),
        ];
    }
}
