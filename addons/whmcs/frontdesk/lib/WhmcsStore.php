<?php

namespace Frontdesk;

use Throwable;
use WHMCS\Database\Capsule;

/** Settings and codes in WHMCS's database. */
final class WhmcsStore implements Store
{
    /** The settings that an administrator enters, which WHMCS stores. */
    private const ENTERED = ['return_to', 'admin', 'orders'];

    /** The key is stored with WHMCS's own encryption. */
    public function setting(string $name): ?string
    {
        if (in_array($name, self::ENTERED, true)) {
            $row = Capsule::table('tbladdonmodules')->where('module', 'frontdesk')->where('setting', $name)->first();
            return $row ? trim($row->value) : null;
        }
        $row = Capsule::table(Tables::SETTINGS)->where('name', $name)->first();
        return $row ? decrypt($row->value) : null;
    }

    public function keep(string $name, string $value): void
    {
        Capsule::table(Tables::SETTINGS)->updateOrInsert(['name' => $name], ['value' => encrypt($value)]);
    }

    public function isDue(string $name, int $now, int $seconds): bool
    {
        $rows = Capsule::table(Tables::SETTINGS)->where('name', $name);
        if (!$rows->exists()) {
            try {
                return Capsule::table(Tables::SETTINGS)->insert(['name' => $name, 'value' => (string) $now]);
            } catch (Throwable $cause) {
                // Another process was first.
                return false;
            }
        }
        $isOld = Capsule::table(Tables::SETTINGS)->where('name', $name)->where('value', '<', (string) ($now - $seconds + 1));
        return $isOld->update(['value' => (string) $now]) === 1;
    }

    public function count(string $name, int $minute): int
    {
        $own = "calls.$minute.$name";
        $row = function () use ($own) {
            return Capsule::table(Tables::SETTINGS)->where('name', $own);
        };
        if ($row()->increment('value') === 0) {
            try {
                Capsule::table(Tables::SETTINGS)->insert(['name' => $own, 'value' => '1']);
            } catch (Throwable $cause) {
                // Another process was first.
                $row()->increment('value');
            }
            Capsule::table(Tables::SETTINGS)->where('name', '>', 'calls.')->where('name', '<', "calls.$minute")->delete();
        }
        return (int) $row()->first()->value;
    }

    public function keepCode(string $hash, int $userId, string $challenge, int $expiresAt): void
    {
        Capsule::table(Tables::CODES)->insert([
            'code_hash' => $hash,
            'user_id' => $userId,
            'challenge' => $challenge,
            'expires_at' => $expiresAt,
        ]);
    }

    public function takeCode(string $hash): ?array
    {
        $row = Capsule::table(Tables::CODES)->where('code_hash', $hash)->first();
        // The process that deletes it gets it.
        if (!$row || Capsule::table(Tables::CODES)->where('code_hash', $hash)->delete() !== 1) {
            return null;
        }
        return [
            'user_id' => (int) $row->user_id,
            'challenge' => (string) $row->challenge,
            'expires_at' => (int) $row->expires_at,
        ];
    }

    public function forgetCodes(int $before): void
    {
        Capsule::table(Tables::CODES)->where('expires_at', '<', $before)->delete();
    }
}
