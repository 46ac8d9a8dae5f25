<?php

namespace Frontdesk\Reading;

use WHMCS\Database\Capsule;

final class WhmcsAccess implements Access
{
    public function of(int $user, int $client): ?array
    {
        $row = Capsule::table('tblusers_clients')->where('auth_user_id', $user)->where('client_id', $client)->first();
        if (!$row) {
            return null;
        }
        return ['owner' => (int) $row->owner === 1, 'permissions' => Permissions::read((string) $row->permissions)];
    }
}
