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
        return self::contentsOf([$order])[$order];
    }

    public function isCancelled(int $order): bool
    {
        $row = Capsule::table('tblorders')->where('id', $order)->first();
        return $row !== null && in_array(strtolower((string) $row->status), ['cancelled', 'fraud'], true);
    }

    public function find(int $client, int $order): ?array
    {
        return self::told(Capsule::table('tblorders')->where('id', $order)->where('userid', $client))[0] ?? null;
    }

    public function all(int $client): array
    {
        return self::told(Capsule::table('tblorders')->where('userid', $client));
    }

    /**
     * @param object $orders a query of `tblorders`
     * @return list<array<string, mixed>>
     */
    private static function told($orders): array
    {
        $found = [];
        foreach ($orders->orderBy('id')->get(['id', 'date', 'status']) as $row) {
            $found[(int) $row->id] = ['id' => (int) $row->id, 'date' => Instant::of($row->date), 'status' => (string) $row->status];
        }
        foreach (self::contentsOf(array_keys($found)) as $order => $contents) {
            $found[$order] += $contents;
        }
        return array_values($found);
    }

    /**
     * @param list<int> $orders
     * @return array<int, array<string, mixed>> by order
     */
    private static function contentsOf(array $orders): array
    {
        $nothing = ['invoice' => null, 'services' => [], 'domains' => [], 'renewals' => [], 'changes' => []];
        $contents = array_fill_keys($orders, $nothing);
        foreach (Capsule::table('tblorders')->whereIn('id', $orders)->get(['id', 'invoiceid', 'renewals']) as $row) {
            $contents[(int) $row->id]['invoice'] = (int) $row->invoiceid ?: null;
            $contents[(int) $row->id]['renewals'] = self::renewals((string) $row->renewals);
        }
        foreach (self::rows('tblhosting', $orders, ['id', 'packageid', 'billingcycle', 'domain']) as $row) {
            $contents[(int) $row->orderid]['services'][] = [
                'id' => (int) $row->id,
                'product' => (int) $row->packageid,
                'cycle' => (string) $row->billingcycle,
                'domain' => (string) $row->domain,
            ];
        }
        foreach (self::rows('tbldomains', $orders, ['id', 'domain', 'type', 'registrationperiod']) as $row) {
            $contents[(int) $row->orderid]['domains'][] = [
                'id' => (int) $row->id,
                'name' => (string) $row->domain,
                'type' => (string) $row->type,
                'years' => (int) $row->registrationperiod,
            ];
        }
        foreach (self::rows('tblupgrades', $orders, ['type', 'relid', 'newvalue']) as $row) {
            $contents[(int) $row->orderid]['changes'][] = [
                'service' => (int) $row->relid,
                'type' => (string) $row->type,
                'to' => (string) $row->newvalue,
            ];
        }
        return $contents;
    }

    /**
     * @param list<int> $orders
     * @return iterable<object> what belongs to one of these orders
     */
    private static function rows(string $table, array $orders, array $columns): iterable
    {
        return Capsule::table($table)->whereIn('orderid', $orders)->get(array_merge(['orderid'], $columns));
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
