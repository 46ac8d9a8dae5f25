<?php

/** Notes that prices have changed and what happens to accounts, for the front desk to read it. A hook neither fails nor prints: it would spoil what WHMCS is doing. */

use Frontdesk\Acting\TransferCode;
use Frontdesk\Events;
use Frontdesk\Hooks;
use Frontdesk\WhmcsStore;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/lib/autoload.php';

Hooks::$areLoaded = true;
foreach (Hooks::OF_PRICES as $hook) {
    add_hook($hook, 1, function () use ($hook) {
        try {
            Hooks::note(new WhmcsStore());
        } catch (Throwable $cause) {
            error_log("Frontdesk: $hook was not noted (" . get_class($cause) . ')');
        }
    });
}
foreach (array_keys(Events::HOOKS) as $hook) {
    add_hook($hook, 1, function ($values) use ($hook) {
        try {
            Events::keep($hook, $values);
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
