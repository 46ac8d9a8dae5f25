<?php

namespace Frontdesk;

use WHMCS\Database\Capsule;

final class WhmcsInstallation implements Installation
{
    /** @var Store */
    private $store;

    public function __construct(Store $store)
    {
        $this->store = $store;
    }

    public function version(): string
    {
        $row = Capsule::table('tblconfiguration')->where('setting', 'Version')->first();
        return $row && preg_match('/^\d+(?:\.\d+)*/', $row->value, $numbers) ? $numbers[0] : '';
    }

    public function administrator(): ?array
    {
        $username = (string) $this->store->setting('admin');
        if ($username === '') {
            return null;
        }
        $row = Capsule::table('tbladmins')->where('username', $username)->where('disabled', 0)->first();
        return $row ? ['id' => (int) $row->id, 'username' => (string) $row->username] : null;
    }

    public function allowsOrders(): bool
    {
        // A box that is ticked; nothing where it is not, or was never shown.
        return in_array($this->store->setting('orders'), ['on', '1'], true);
    }
}
