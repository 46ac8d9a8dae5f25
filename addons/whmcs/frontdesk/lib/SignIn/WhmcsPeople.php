<?php

namespace Frontdesk\SignIn;

use WHMCS\Database\Capsule;
use WHMCS\User\User;

/** Users from WHMCS's own model, with the accounts from its table. */
final class WhmcsPeople implements People
{
    public function user(array $which): ?array
    {
        $user = User::where(key($which), current($which))->first();
        if (!$user) {
            return null;
        }
        $id = (int) $user->id;
        $managed = [];
        foreach (Capsule::table('tblusers_clients')->where('auth_user_id', $id)->get(['client_id', 'owner']) as $row) {
            $client = self::client((int) $row->client_id);
            if ($client !== null) {
                $managed[] = ['id' => (int) $row->client_id, 'isOwner' => (int) $row->owner === 1] + $client;
            }
        }
        return ['id' => $id, 'email' => (string) $user->email, 'language' => self::language($user), 'clients' => $managed];
    }

    /**
     * The name of an account, with the API's field names; null if it is gone.
     *
     * @return array{fullname: string, companyname: string, email: string, currency_code: string|null, status: string}|null
     */
    public static function client(int $id): ?array
    {
        $columns = ['firstname', 'lastname', 'companyname', 'email', 'currency', 'status'];
        $row = Capsule::table('tblclients')->where('id', $id)->first($columns);
        if (!$row) {
            return null;
        }
        $currency = Capsule::table('tblcurrencies')->where('id', $row->currency)->first(['code']);
        return [
            'fullname' => trim("$row->firstname $row->lastname"),
            'companyname' => (string) $row->companyname,
            'email' => (string) $row->email,
            'currency_code' => $currency ? (string) $currency->code : null,
            'status' => (string) $row->status,
        ];
    }

    /** @param object $user of WHMCS's own model */
    public static function language($user): string
    {
        return strpos(strtolower((string) $user->language), 'french') === 0 ? 'fr' : 'en';
    }
}
