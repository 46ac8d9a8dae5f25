<?php

/** Where the front desk calls: signed JSON in, JSON out. */

use Frontdesk\Bridge;
use Frontdesk\WhmcsPeople;
use Frontdesk\WhmcsStore;
use WHMCS\Database\Capsule;

const FRONTDESK_MAX_BODY_BYTES = 65536;

require_once __DIR__ . '/../../../init.php';
require_once __DIR__ . '/lib/autoload.php';

/** @param array<string, mixed> $members */
function frontdesk_answer(int $status, array $members): void
{
    // What other modules have printed would spoil the answer.
    while (ob_get_level() > 0 && ob_end_clean()) {
        continue;
    }
    $text = json_encode($members);
    http_response_code($text === false ? 500 : $status);
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    header('X-Content-Type-Options: nosniff');
    echo $text === false ? '{"error":"failed"}' : $text;
    exit;
}

try {
    if (!Capsule::table('tbladdonmodules')->where('module', 'frontdesk')->exists()) {
        frontdesk_answer(404, ['error' => 'not_active']);
    }
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
        frontdesk_answer(405, ['error' => 'method_not_allowed']);
    }
    $body = (string) file_get_contents('php://input', false, null, 0, FRONTDESK_MAX_BODY_BYTES + 1);
    if (strlen($body) > FRONTDESK_MAX_BODY_BYTES) {
        frontdesk_answer(413, ['error' => 'too_large']);
    }
    $bridge = new Bridge(new WhmcsStore(), new WhmcsPeople());
    $signature = (string) ($_SERVER['HTTP_X_FRONTDESK'] ?? '');
    list($status, $members) = $bridge->answer($body, $signature, time());
} catch (Throwable $cause) {
    logActivity('Frontdesk: a call failed (' . get_class($cause) . ')');
    list($status, $members) = [500, ['error' => 'failed']];
}
frontdesk_answer($status, $members);
