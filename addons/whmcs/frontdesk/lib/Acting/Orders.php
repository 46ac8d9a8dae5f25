<?php

namespace Frontdesk\Acting;

/** Orders as WHMCS's tables have them: they are read only. */
interface Orders
{
    /** The highest order of an account, 0 without any. */
    public function newest(int $client): int;

    /**
     * The orders of an account above a watermark, with whom they are noted for: an administrator, a user, or 0 for nobody.
     *
     * @return list<array{id: int, administrator: int, user: int}>
     */
    public function above(int $client, int $watermark): array;

    /**
     * What an order made. A renewal and a change of product make nothing.
     *
     * @return array{invoice: int|null, services: list<array{id: int, product: int}>, domains: list<array{id: int, name: string}>}
     */
    public function contents(int $order): array;

    public function isCancelled(int $order): bool;
}
