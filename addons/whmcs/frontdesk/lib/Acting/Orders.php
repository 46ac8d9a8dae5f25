<?php

namespace Frontdesk\Acting;

/** Read-only access to orders in WHMCS's tables. */
interface Orders
{
    /** The highest order of an account, 0 without any. */
    public function newest(int $client): int;

    /**
     * The orders of an account above a watermark, with the administrator or user recorded for each, or 0 for nobody.
     *
     * @return list<array{id: int, administrator: int, user: int}>
     */
    public function above(int $client, int $watermark): array;

    /**
     * What an order made, renews and changes, from the tables. An empty text or 0 means unknown.
     *
     * @return array{invoice: int|null,
     *     services: list<array{id: int, product: int, cycle: string, domain: string}>,
     *     domains: list<array{id: int, name: string, type: string, years: int}>,
     *     renewals: list<array{id: int, name: string, years: int}>|null,
     *     changes: list<array{service: int, type: string, to: string}>} renewals: null if unreadable
     */
    public function contents(int $order): array;

    public function isCancelled(int $order): bool;

    /**
     * An order of an account, with its contents; null if the account has no order of that number.
     *
     * @return array<string, mixed>|null `id`, `date` (RFC 3339 in UTC, or null), `status`, and the result of `contents`
     */
    public function find(int $client, int $order): ?array;

    /** @return list<array<string, mixed>> the orders of an account, each as `find` returns it */
    public function all(int $client): array;
}
