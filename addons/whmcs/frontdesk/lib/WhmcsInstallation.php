<?php

namespace Frontdesk;

use WHMCS\Database\Capsule;

final class WhmcsInstallation implements Installation
{
    private const MAX_NAMESERVERS = 5;

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

    public function facts(): array
    {
        $nameservers = array_map(function (int $number): string {
            return $this->configured("DefaultNameserver$number");
        }, range(1, self::MAX_NAMESERVERS));
        return [
            'system_url' => $this->configured('SystemURL'),
            'time_zone' => date_default_timezone_get(),
            'language' => $this->configured('Language'),
            'nameservers' => array_values(array_filter($nameservers)),
            'tax_enabled' => $this->configured('TaxEnabled'),
            'tax_type' => $this->configured('TaxType'),
            'taxes' => self::rows('tbltax', ['level', 'taxrate', 'name']),
            'currencies' => self::rows('tblcurrencies', ['id', 'code']),
            'client_groups' => self::rows('tblclientgroups', ['id', 'discountpercent']),
            'departments' => self::rows('tblticketdepartments', ['id', 'name']),
        ];
    }

    /**
     * @param list<string> $columns
     * @return list<array<string, mixed>>
     */
    private static function rows(string $table, array $columns): array
    {
        $rows = [];
        foreach (Capsule::table($table)->get($columns) as $row) {
            $rows[] = array_intersect_key((array) $row, array_flip($columns));
        }
        return $rows;
    }

    public function configured(string $setting): string
    {
        $row = Capsule::table('tblconfiguration')->where('setting', $setting)->first();
        return $row ? trim(preg_replace('/\s+/', ' ', html_entity_decode((string) $row->value, ENT_QUOTES))) : '';
    }

    public function allowsOrders(): bool
    {
        // A ticked box; empty if it is not ticked, or was never shown.
        return in_array($this->store->setting('orders'), ['on', '1'], true);
    }
}
