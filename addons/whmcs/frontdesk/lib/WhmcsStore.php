<?php

namespace Frontdesk;

use WHMCS\Database\Capsule;

/** The addon's own tables in WHMCS's database. */
final class WhmcsStore implements Store
{
    public const SETTINGS = 'mod_frontdesk_settings';
    public const CODES = 'mod_frontdesk_codes';

    /** Makes the tables that are not there. */
    public static function makeTables(): void
    {
        $schema = Capsule::schema();
        if (!$schema->hasTable(self::SETTINGS)) {
            $schema->create(self::SETTINGS, function ($table) {
                $table->string('name', 60)->primary();
                $table->text('value');
            });
        }
        if (!$schema->hasTable(self::CODES)) {
            $schema->create(self::CODES, function ($table) {
                $table->string('code_hash', 64)->primary();
                $table->integer('user_id');
                $table->string('challenge', 43);
                $table->bigInteger('expires_at');
            });
        }
    }

    public static function dropTables(): void
    {
        Capsule::schema()->dropIfExists(self::CODES);
        Capsule::schema()->dropIfExists(self::SETTINGS);
    }

    /** The key is kept with WHMCS's own encryption. */
    public function setting(string $name): ?string
    {
        if ($name === 'return_to') {
            $row = Capsule::table('tbladdonmodules')->where('module', 'frontdesk')->where('setting', 'return_to')->first();
            return $row ? trim($row->value) : null;
        }
        $row = Capsule::table(self::SETTINGS)->where('name', $name)->first();
        return $row ? decrypt($row->value) : null;
    }

    public function keep(string $name, string $value): void
    {
        Capsule::table(self::SETTINGS)->updateOrInsert(['name' => $name], ['value' => encrypt($value)]);
    }

    public function keepCode(string $hash, int $userId, string $challenge, int $expiresAt): void
    {
        Capsule::table(self::CODES)->insert([
            'code_hash' => $hash,
            'user_id' => $userId,
            'challenge' => $challenge,
            'expires_at' => $expiresAt,
        ]);
    }

    public function takeCode(string $hash): ?array
    {
        $row = Capsule::table(self::CODES)->where('code_hash', $hash)->first();
        // Whoever deletes it has it.
        if (!$row || Capsule::table(self::CODES)->where('code_hash', $hash)->delete() !== 1) {
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
        Capsule::table(self::CODES)->where('expires_at', '<', $before)->delete();
    }
}
