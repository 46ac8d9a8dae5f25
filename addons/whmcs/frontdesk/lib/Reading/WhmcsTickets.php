<?php

namespace Frontdesk\Reading;

use WHMCS\Database\Capsule;

final class WhmcsTickets implements Tickets
{
    public function find(int $id): ?array
    {
        $row = Capsule::table('tbltickets')->where('id', $id)->first();
        return $row ? ['client' => (int) $row->userid, 'number' => (string) $row->tid, 'code' => (string) $row->c] : null;
    }
}
