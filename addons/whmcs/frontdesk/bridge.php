<?php

/** The endpoint of the front desk's calls: signed JSON in, JSON out. */

use Frontdesk\Refusal;
use Frontdesk\RefusalLog;
use Frontdesk\WhmcsBridge;
use Frontdesk\WhmcsStore;
use WHMCS\Database\Capsule;

const FRONTDESK_MAX_BODY_BYTES = 262144;
/** For one call: an order takes as long as the installation's modules and hooks. */
const FRONTDESK_MAX_SECONDS = 120;

require_once __DIR__ . '/../../../init.php';
require_once __DIR__ . '/lib/autoload.php';

/** @param array<string, mixed> $members */
function frontdesk_answer(int $status, array $members): void
{
    // Output of other modules would corrupt the answer.
    while (ob_get_level() > 0 && ob_end_clean()) {
        continue;
    }
    $text = json_encode($members, JSON_INVALID_UTF8_SUBSTITUTE);
    http_response_code($text === false ? 500 : $status);
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    header('X-Content-Type-Options: nosniff');
    if (isset($members['retry_after'])) {
        header("Retry-After: $members[retry_after]");
    }
    echo $text === false ? '{"result":"error","error":"failed","message":"Internal Failure"}' : $text;
    exit;
}

/** @return array{0: int, 1: array<string, mixed>} */
function frontdesk_call(): array
{
    if (!Capsule::table('tbladdonmodules')->where('module', 'frontdesk')->exists()) {
        throw new Refusal('not_active');
    }
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
        throw new Refusal('method_not_allowed');
    }
    $body = (string) file_get_contents('php://input', false, null, 0, FRONTDESK_MAX_BODY_BYTES + 1);
    if (strlen($body) > FRONTDESK_MAX_BODY_BYTES) {
        throw new Refusal('too_large');
    }
    // An order is completed even if its caller has disconnected.
    ignore_user_abort(true);
    set_time_limit(FRONTDESK_MAX_SECONDS);
    list($signature, $address) = [(string) ($_SERVER['HTTP_X_FRONTDESK'] ?? ''), (string) ($_SERVER['REMOTE_ADDR'] ?? '')];
    return WhmcsBridge::make()->answer($body, $signature, $address, time());
}

try {
    list($status, $members) = frontdesk_call();
} catch (Refusal $refusal) {
    (new RefusalLog(new WhmcsStore()))->note($refusal, time());
    list($status, $members) = $refusal->answer();
} catch (Throwable $cause) {
    logActivity('Frontdesk: a call failed (' . get_class($cause) . ')');
    list($status, $members) = (new Refusal('failed'))->answer();
}
frontdesk_answer($status, $members);
