<?php

namespace Frontdesk;

use Frontdesk\Reading\Instant;
use Frontdesk\SignIn\WhmcsPeople;
use WHMCS\Database\Capsule;
use WHMCS\User\User;

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

    public function cancellations(int $client): array
    {
        $services = [];
        foreach (Capsule::table('tblhosting')->where('userid', $client)->get(['id']) as $row) {
            $services[] = $row->id;
        }
        $requests = [];
        $rows = Capsule::table('tblcancelrequests')->whereIn('relid', $services)->orderBy('id');
        foreach ($rows->get(['id', 'relid', 'date', 'type']) as $row) {
            $requests[] = [
                'id' => (int) $row->id,
                'relid' => (int) $row->relid,
                'date' => Instant::of($row->date),
                'when' => self::when((string) $row->type),
            ];
        }
        return $requests;
    }

    private static function when(string $type): string
    {
        if (stripos($type, 'immediate') === 0) {
            return 'immediately';
        }
        return stripos($type, 'end of') === 0 ? 'end_of_period' : $type;
    }

    public function openRenewal(int $client, int $domain): ?array
    {
        $lines = Capsule::table('tblinvoiceitems')->where('userid', $client)->where('relid', $domain)->orderBy('id');
        foreach ($lines->get(['invoiceid', 'type']) as $line) {
            // A registration's line has another type, and so do lines of services with the same number.
            $isRenewal = preg_match('/^domain(?:renew\w*)?$/i', (string) $line->type) === 1;
            $invoice = Capsule::table('tblinvoices')->where('id', $line->invoiceid)->where('userid', $client);
            $row = $isRenewal ? $invoice->first(['invoicenum', 'status']) : null;
            if ($row && in_array(strtolower((string) $row->status), ['unpaid', 'payment pending'], true)) {
                return ['id' => (int) $line->invoiceid, 'number' => (string) ($row->invoicenum ?: $line->invoiceid)];
            }
        }
        return null;
    }

    public function payments(int $client): array
    {
        $paid = [];
        foreach (Capsule::table('tblaccounts')->where('userid', $client)->get(['invoiceid', 'amountin', 'amountout']) as $row) {
            $invoice = (int) $row->invoiceid;
            $paid[$invoice] = ($paid[$invoice] ?? 0.0) + (float) $row->amountin - (float) $row->amountout;
        }
        return $paid;
    }

    public function account(int $client): ?array
    {
        $named = WhmcsPeople::client($client);
        if ($named === null) {
            return null;
        }
        $row = Capsule::table('tblclients')->where('id', $client)->first(['country', 'credit', 'groupid', 'language']);
        $users = [];
        $owner = null;
        foreach (Capsule::table('tblusers_clients')->where('client_id', $client)->get(['auth_user_id', 'owner']) as $manager) {
            $users[] = (int) $manager->auth_user_id;
            $owner = (int) $manager->owner === 1 ? User::find((int) $manager->auth_user_id) : $owner;
        }
        return ['id' => $client] + $named + [
            'country' => (string) $row->country,
            'credit' => (string) $row->credit,
            'groupid' => (int) $row->groupid,
            'users' => $users,
            'owner' => $owner
                ? ['id' => (int) $owner->id, 'email' => (string) $owner->email, 'language' => (string) ($owner->language ?: $row->language)]
                : null,
        ];
    }

    public function events(int $client, int $after, int $limit): array
    {
        return Events::after($client, $after, $limit);
    }

    public function currency(int $client): array
    {
        $account = Capsule::table('tblclients')->where('id', $client)->first(['currency']);
        $columns = ['prefix', 'suffix', 'format'];
        $row = $account ? Capsule::table('tblcurrencies')->where('id', $account->currency)->first($columns) : null;
        return [
            'prefix' => $row ? (string) $row->prefix : '',
            'suffix' => $row ? (string) $row->suffix : '',
            'format' => $row ? (int) $row->format : 1,
        ];
    }
}
