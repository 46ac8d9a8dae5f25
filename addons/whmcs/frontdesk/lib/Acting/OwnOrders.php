<?php

namespace Frontdesk\Acting;

use Frontdesk\Store;

/**
 * Which orders an action may have placed. WHMCS's record of who placed an order distinguishes them, once an administrator has confirmed
 * it on the addon's page, or an order of this installation has shown it. Before that, every order counts: a missed one would be placed again.
 */
final class OwnOrders
{
    /** The setting with the answer: an administrator's, or the last order's. */
    public const SHOWN = 'orders_noted';

    /** @var Orders */
    private $orders;
    /** @var ActionRows */
    private $rows;
    /** @var Store */
    private $store;

    public function __construct(Orders $orders, ActionRows $rows, Store $store)
    {
        $this->orders = $orders;
        $this->rows = $rows;
        $this->store = $store;
    }

    /** Fails if a table has another structure than the search expects, before an order that could not be found. */
    public function probe(ActionRow $row): void
    {
        $this->of($row);
        $this->orders->contents(0);
    }

    /**
     * Orders of the account since the action began that belong to no other reference, and have one of the ordered items, or nothing
     * that identifies them.
     *
     * @return list<int>
     */
    public function of(ActionRow $row): array
    {
        $isShown = $this->store->setting(self::SHOWN) === 'yes';
        $own = array_filter($this->candidates($row), function (array $order) use ($row, $isShown): bool {
            return !$isShown || self::isNoted($order, $row);
        });
        return array_values(array_column($own, 'id'));
    }

    /**
     * Whether an order is the administrator's own. An order recorded for nobody may be a customer's, however the last order was recorded:
     * WHMCS may record kinds of orders differently.
     */
    public function isCertain(ActionRow $row, int $order): bool
    {
        $above = array_column($this->orders->above($row->client, $row->watermark), null, 'id');
        return isset($above[$order]) && $above[$order]['administrator'] === $row->administrator;
    }

    /**
     * The orders recorded like one that the action certainly placed, including that one: more than one if WHMCS placed it twice.
     *
     * @return list<int>
     */
    public function like(ActionRow $row, int $placed): array
    {
        $above = array_column($this->orders->above($row->client, $row->watermark), null, 'id');
        $own = $above[$placed] ?? null;
        $this->show($placed, $own !== null && self::isNoted($own, $row));
        $alike = [$placed];
        foreach ($own === null ? [] : $this->candidates($row) as $order) {
            if ([$order['administrator'], $order['user']] === [$own['administrator'], $own['user']]) {
                $alike[] = $order['id'];
            }
        }
        sort($alike);
        return array_values(array_unique($alike));
    }

    private function show(int $order, bool $isNoted): void
    {
        if (!$isNoted) {
            logActivity("Frontdesk: order $order is not recorded for the addon's administrator: the administrator does not identify orders");
        }
        $shown = $isNoted ? 'yes' : 'no';
        if ($this->store->setting(self::SHOWN) !== $shown) {
            $this->store->keep(self::SHOWN, $shown);
        }
    }

    /**
     * Recorded for the action's administrator, or for nobody.
     *
     * @param array{id: int, administrator: int, user: int} $order
     */
    private static function isNoted(array $order, ActionRow $row): bool
    {
        $isNobodys = $order['administrator'] === 0 && $order['user'] === 0;
        return $isNobodys || $order['administrator'] === $row->administrator;
    }

    /** @return list<array{id: int, administrator: int, user: int}> */
    private function candidates(ActionRow $row): array
    {
        $taken = $this->rows->orders($row->client, $row->watermark);
        $above = $this->orders->above($row->client, $row->watermark);
        return array_values(array_filter($above, function (array $order) use ($row, $taken): bool {
            return !in_array($order['id'], $taken, true)
                && $row->ordered->mayBe($this->orders->contents($order['id']));
        }));
    }
}
