<?php

namespace Frontdesk\Acting;

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
        $found = Capsule::table('tblorders')->where('id', $order)->first();
        $contents = ['invoice' => $found ? ((int) $found->invoiceid ?: null) : null, 'services' => [], 'domains' => []];
        foreach (Capsule::table('tblhosting')->where('orderid', $order)->get(['id', 'packageid']) as $row) {
            $contents['services'][] = ['id' => (int) $row->id, 'product' => (int) $row->packageid];
        }
        foreach (Capsule::table('tbldomains')->where('orderid', $order)->get(['id', 'domain']) as $row) {
            $contents['domains'][] = ['id' => (int) $row->id, 'name' => (string) $row->domain];
        }
        return $contents;
    }

    public function isCancelled(int $order): bool
    {
        $row = Capsule::table('tblorders')->where('id', $order)->first();
        return $row !== null && strtolower((string) $row->status) === 'cancelled';
    }
}
