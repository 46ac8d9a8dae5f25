<?php

namespace Frontdesk;

use WHMCS\Database\Capsule;

final class WhmcsHoldings implements Holdings
{
    public function hasService(int $client, int $id): bool
    {
        return Capsule::table('tblhosting')->where('id', $id)->where('userid', $client)->exists();
    }

    public function hasDomain(int $client, int $id): bool
    {
        return Capsule::table('tbldomains')->where('id', $id)->where('userid', $client)->exists();
    }
}
