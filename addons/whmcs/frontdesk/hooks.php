<?php

/** Records price changes and events of accounts for the front desk. A hook never fails or prints, because that would disturb WHMCS. */

use Frontdesk\Acting\TransferCode;
use Frontdesk\Events;
use Frontdesk\Hooks;
use Frontdesk\WhmcsStore;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/lib/autoload.php';

Hooks::$areLoaded = true;
$on = function (string $hook, callable $act) {
    add_hook($hook, 1, function ($values = []) use ($hook, $act) {
        try {
            $act($values);
        } catch (Throwable $cause) {
            error_log("Frontdesk: $hook was not recorded (" . get_class($cause) . ')');
        }
    });
};
foreach (Hooks::OF_PRICES as $hook) {
    $on($hook, function () {
        Hooks::note(new WhmcsStore());
    });
}
foreach (array_keys(Events::HOOKS) as $hook) {
    $on($hook, function (array $values) use ($hook) {
        Events::keep($hook, $values);
    });
}
$on('DailyCronJob', function () {
    Events::purge();
});
// The mail with a transfer code is in no log, and goes only to its recipient.
add_hook('EmailPreLog', 1, function ($values) {
    return TransferCode::$isMailing ? ['abortLogging' => true] : [];
});
add_hook('PreEmailSendReduceRecipients', 1, function ($values) {
    return TransferCode::$isMailing ? ['cc' => [], 'bcc' => []] : [];
});
