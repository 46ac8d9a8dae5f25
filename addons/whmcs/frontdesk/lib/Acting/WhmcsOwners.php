<?php

namespace Frontdesk\Acting;

use Frontdesk\SignIn\WhmcsPeople;
use WHMCS\Database\Capsule;
use WHMCS\User\User;

final class WhmcsOwners implements Owners
{
    public function of(int $client): ?array
    {
        $owner = Capsule::table('tblusers_clients')->where('client_id', $client)->where('owner', 1)->first();
        $user = $owner ? User::find((int) $owner->auth_user_id) : null;
        $account = Capsule::table('tblclients')->where('id', $client)->first();
        if (!$user || !$account || strtolower((string) $user->email) !== strtolower((string) $account->email)) {
            return null;
        }
        return ['email' => (string) $user->email, 'language' => WhmcsPeople::language($user)];
    }

    public function domainName(int $domain): string
    {
        return (string) Capsule::table('tbldomains')->where('id', $domain)->first()->domain;
    }
}
