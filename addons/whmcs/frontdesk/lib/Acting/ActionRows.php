<?php

namespace Frontdesk\Acting;

/** The rows of actions, in the addon's own table. An account has one row per reference. */
interface ActionRows
{
    public function find(int $client, string $reference): ?ActionRow;

    /** Adds a row; false if the reference has one. */
    public function add(ActionRow $row, int $now): bool;

    /** Stores state, order and its contents; false if the row is no longer open. */
    public function change(ActionRow $row): bool;

    /** Deletes an open row. */
    public function remove(ActionRow $row): void;

    /**
     * The open rows of an account.
     *
     * @return list<ActionRow>
     */
    public function underWay(int $client): array;

    /**
     * The orders of an account above a watermark that belong to a reference.
     *
     * @return list<int>
     */
    public function orders(int $client, int $watermark): array;
}
