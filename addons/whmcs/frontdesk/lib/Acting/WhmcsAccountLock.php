<?php

namespace Frontdesk\Acting;

use WHMCS\Database\Capsule;

/**
 * MySQL's advisory locks, which end with the connection. Not a transaction: WHMCS commits while it places an order, which would end one.
 */
final class WhmcsAccountLock implements AccountLock
{
    public function take(int $client, int $seconds): bool
    {
        $row = Capsule::connection()->selectOne('SELECT GET_LOCK(?, ?) AS taken', [self::name($client), $seconds], false);
        return (int) $row->taken === 1;
    }

    public function release(int $client): void
    {
        Capsule::connection()->selectOne('SELECT RELEASE_LOCK(?) AS released', [self::name($client)], false);
    }

    /** Locks belong to the database server: the name is unique to this installation, with at most 64 characters. */
    private static function name(int $client): string
    {
        $database = Capsule::connection()->selectOne('SELECT DATABASE() AS name', [], false);
        return 'frontdesk.' . substr(hash('sha256', (string) $database->name), 0, 32) . '.' . $client;
    }
}
