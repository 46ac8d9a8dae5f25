<?php

namespace Frontdesk\Acting;

use Frontdesk\Reading\Instant;
use WHMCS\Database\Capsule;

final class WhmcsOrders implements Orders
{
    public function newest(int $client): int
    {
        return (int) Capsule::table('tblorders')->where('userid', $client)->max('id');
    }

    public function above(int $client, int $watermark): array
    {
        $query = Capsule::table('tblorders')->where('userid', $client)->where('id', '>', $watermark);
        $orders = [];
        foreach ($query->orderBy('id')->get(['id', 'admin_requestor_id', 'requestor_id']) as $row) {
            $orders[] = [
                'id' => (int) $row->id,
                'administrator' => (int) $row->admin_requestor_id,
                'user' => (int) $row->requestor_id,
            ];
        }
        return $orders;
    }

    public function contents(int $order): array
    {
        $found = Capsule::table('tblorders')->where('id', $order)->first(['invoiceid', 'renewals']);
        $contents = [
            'invoice' => $found ? ((int) $found->invoiceid ?: null) : null,
            'services' => [],
            'domains' => [],
            'renewals' => self::renewals($found ? (string) $found->renewals : ''),
            'changes' => [],
        ];
        foreach (self::rows('tblhosting', $order, ['id', 'packageid', 'billingcycle', 'domain']) as $row) {
            $contents['services'][] = [
                'id' => (int) $row->id,
                'product' => (int) $row->packageid,
                'cycle' => (string) $row->billingcycle,
                'domain' => (string) $row->domain,
            ];
        }
        foreach (self::rows('tbldomains', $order, ['id', 'domain', 'type', 'registrationperiod']) as $row) {
            $contents['domains'][] = [
                'id' => (int) $row->id,
                'name' => (string) $row->domain,
                'type' => (string) $row->type,
                'years' => (int) $row->registrationperiod,
            ];
        }
        foreach (self::rows('tblupgrades', $order, ['type', 'relid', 'newvalue']) as $row) {
            $contents['changes'][] = [
                'service' => (int) $row->relid,
                'type' => (string) $row->type,
                'to' => (string) $row->newvalue,
            ];
        }
        return $contents;
    }

    public function isCancelled(int $order): bool
    {
        $row = Capsule::table('tblorders')->where('id', $order)->first();
        return $row !== null && in_array(strtolower((string) $row->status), ['cancelled', 'fraud'], true);
    }

    public function find(int $client, int $order): ?array
    {
        $row = Capsule::table('tblorders')->where('id', $order)->where('userid', $client)->first(['date', 'status']);
        if (!$row) {
            return null;
        }
        return ['id' => $order, 'date' => Instant::of($row->date), 'status' => (string) $row->status] + $this->contents($order);
    }

    /** @return iterable<object> what belongs to an order */
    private static function rows(string $table, int $order, array $columns): iterable
    {
        return Capsule::table($table)->where('orderid', $order)->get($columns);
    }

    /**
     * @param string $written years by the domain's id: `12=1,13=2`
     * @return list<array{id: int, name: string, years: int}>|null
     */
    private static function renewals(string $written): ?array
    {
        $renewals = [];
        foreach (array_filter(explode(',', $written), 'strlen') as $pair) {
            if (!preg_match('/^\s*(\d+)=(\d+)\s*$/D', $pair, $parts)) {
                return null;
            }
            $id = (int) $parts[1];
            $domain = Capsule::table('tbldomains')->where('id', $id)->first(['domain']);
            $renewals[] = ['id' => $id, 'name' => $domain ? (string) $domain->domain : '', 'years' => (int) $parts[2]];
        }
        return $renewals;
    }
}
