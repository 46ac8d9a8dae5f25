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
     * What an order made, renews and changes, as far as the tables say it: a text that is empty and a number that is 0 are not known.
     *
     * @return array{invoice: int|null,
     *     services: list<array{id: int, product: int, cycle: string, domain: string}>,
     *     domains: list<array{id: int, name: string, type: string, years: int}>,
     *     renewals: list<array{id: int, name: string, years: int}>|null,
     *     changes: list<array{service: int, type: string, to: string}>} renewals: null where they do not read
     */
    public function contents(int $order): array;

    public function isCancelled(int $order): bool;

    /**
     * An order of an account, with its contents; null where the account has none of that number.
     *
     * @return array<string, mixed>|null `id`, `date` (RFC 3339 in UTC, or null), `status`, and what `contents` gives
     */
    public function find(int $client, int $order): ?array;

    /** @return list<array<string, mixed>> the orders of an account, each as `find` gives it */
    public function all(int $client): array;
}
