<?php

/** Notes what changes, for the front desk to read. A hook neither fails nor prints: it would spoil what WHMCS is doing. */

use Frontdesk\Events\Hooks;
use Frontdesk\Events\WhmcsEventRows;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/lib/autoload.php';

Hooks::$areLoaded = true;
foreach (Hooks::names() as $hook) {
    add_hook($hook, 1, function ($values) use ($hook) {
        try {
            Hooks::record($hook, $values, new WhmcsEventRows(), time());
        } catch (Throwable $cause) {
            error_log("Frontdesk: $hook was not noted (" . get_class($cause) . ')');
        }
    });
}
