<?php

namespace Frontdesk\SignIn;

use WHMCS\Database\Capsule;
use WHMCS\User\User;

/** Users by WHMCS's own model, with the accounts that its table tells. */
final class WhmcsPeople implements People
{
    public function user(int $id): ?array
    {
        $user = User::find($id);
        if (!$user) {
            return null;
        }
        $managed = [];
        foreach (Capsule::table('tblusers_clients')->where('auth_user_id', $id)->get(['client_id', 'owner']) as $row) {
            $managed[] = ['id' => (int) $row->client_id, 'isOwner' => (int) $row->owner === 1];
        }
        return ['id' => $id, 'email' => (string) $user->email, 'language' => self::language($user), 'clients' => $managed];
    }

    /** @param object $user of WHMCS's own model */
    public static function language($user): string
    {
        return strpos(strtolower((string) $user->language), 'french') === 0 ? 'fr' : 'en';
    }
}
