<?php

namespace Frontdesk\Acting;

/** The rows of actions, in a table of the addon's own. An account has one row per reference. */
interface ActionRows
{
    public function find(int $client, string $reference): ?ActionRow;

    /** Adds a row; false where the reference has one. */
    public function add(ActionRow $row, int $now): bool;

    /** Keeps state, order and what it made; false where the row is not under way any more. */
    public function change(ActionRow $row): bool;

    /** Deletes a row that is under way. */
    public function remove(ActionRow $row): void;

    /**
     * The rows of an account that are under way.
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
