<?php

namespace Frontdesk;

/** What the front desk may know of the installation itself. */
interface Installation
{
    /** The version's numbers, as `8.13.1`; empty if unreadable. */
    public function version(): string;

    /**
     * The administrator in the addon's settings, recorded with orders; null if none is set, or none of that name is active.
     *
     * @return array{id: int, username: string}|null
     */
    public function administrator(): ?array;

    /**
     * WHMCS's settings that the front desk needs: rows of tables as WHMCS spells them.
     *
     * @return array<string, string|list<string>|list<array<string, mixed>>>
     */
    public function facts(): array;

    /** One of WHMCS's own settings, on one line; empty if it is not set. */
    public function configured(string $setting): string;

    /** Whether the addon's settings let it place orders; false unless it is ticked. */
    public function allowsOrders(): bool;
}
