<?php

/** Notes what changes, for the front desk to read. A hook neither fails nor prints: it would spoil what WHMCS is doing. */

use Frontdesk\Acting\TransferCode;
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
// The mail with a transfer code is kept in no log, and goes to nobody but its recipient.
add_hook('EmailPreLog', 1, function ($values) {
    return TransferCode::$isMailing ? ['abortLogging' => true] : [];
});
add_hook('PreEmailSendReduceRecipients', 1, function ($values) {
    return TransferCode::$isMailing ? ['cc' => [], 'bcc' => []] : [];
});
