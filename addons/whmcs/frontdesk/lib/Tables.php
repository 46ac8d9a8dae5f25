<?php

namespace Frontdesk;

use WHMCS\Database\Capsule;

/** The addon's own tables, the only ones that it writes. */
final class Tables
{
    public const SETTINGS = 'mod_frontdesk_settings';
    public const CODES = 'mod_frontdesk_codes';
    public const ACTIONS = 'mod_frontdesk_actions';
    public const EVENTS = 'mod_frontdesk_events';
    /** Without references, a sent order could look absent, and be placed again. */
    public const WITHOUT_REFERENCES = [self::SETTINGS, self::CODES, self::EVENTS];
    public const ALL = [self::SETTINGS, self::CODES, self::ACTIONS, self::EVENTS];

    /** Creates missing tables: at activation, and after an upgrade from a version without them. */
    public static function make(): void
    {
        $missing = array_filter(self::columns(), function (string $table): bool {
            return !Capsule::schema()->hasTable($table);
        }, ARRAY_FILTER_USE_KEY);
        foreach ($missing as $table => $columns) {
            Capsule::schema()->create($table, $columns);
        }
    }

    /** @param list<string> $tables */
    public static function drop(array $tables): void
    {
        foreach ($tables as $table) {
            Capsule::schema()->dropIfExists($table);
        }
    }

    /** @return array<string, callable> */
    private static function columns(): array
    {
        return [
            self::SETTINGS => function ($table) {
                $table->string('name', 60)->primary();
                $table->text('value');
            },
            self::CODES => function ($table) {
                $table->string('code_hash', 64)->primary();
                $table->integer('user_id');
                $table->string('challenge', 43);
                $table->bigInteger('expires_at');
            },
            self::ACTIONS => function ($table) {
                $table->increments('id');
                $table->integer('client_id');
                // References are case-sensitive; the tables' collation is not.
                $table->string('reference_hash', 64);
                $table->string('reference', 128);
                $table->string('state', 12);
                $table->integer('administrator_id');
                $table->integer('watermark');
                $table->integer('order_id')->nullable();
                $table->text('ordered');
                $table->text('terms');
                $table->text('made');
                $table->text('memo');
                $table->bigInteger('created_at');
                $table->unique(['client_id', 'reference_hash'], 'mod_frontdesk_reference');
            },
            self::EVENTS => function ($table) {
                $table->bigInteger('id')->primary();
                $table->integer('client_id');
                $table->string('type', 40);
                $table->string('subject', 253);
                $table->index(['client_id', 'id'], 'mod_frontdesk_events_of_client');
            },
        ];
    }
}
