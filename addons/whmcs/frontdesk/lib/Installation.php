<?php

namespace Frontdesk;

/** What the front desk may know of the installation itself. */
interface Installation
{
    /** The version's numbers, as `8.13.1`; empty where they do not read. */
    public function version(): string;

    /**
     * The administrator of the addon's settings, whom orders are noted for; null where none is set, or none of that name is active.
     *
     * @return array{id: int, username: string}|null
     */
    public function administrator(): ?array;

    /**
     * What the front desk needs to know of WHMCS's own settings: rows of tables as WHMCS spells them.
     *
     * @return array<string, string|list<string>|list<array<string, mixed>>>
     */
    public function facts(): array;

    /** One of WHMCS's own settings, on one line; empty if it is not set. */
    public function configured(string $setting): string;

    /** Whether the addon's settings let it place orders; not so unless somebody has ticked it. */
    public function allowsOrders(): bool;
}
