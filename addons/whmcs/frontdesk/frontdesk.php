<?php

/** The addon of Frontdesk: a sign-in page for its customers, and an endpoint for its signed calls. */

use Frontdesk\OneTimeCodes;
use Frontdesk\SignInRequest;
use Frontdesk\WhmcsStore;
use WHMCS\Authentication\CurrentUser;

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

require_once __DIR__ . '/lib/autoload.php';

/** @return array<string, mixed> */
function frontdesk_config(): array
{
    return [
        'name' => 'Frontdesk',
        'description' => 'Lets your customers sign in to your front desk for applications and assistants.',
        'author' => 'Frontdesk',
        'language' => 'english',
        'version' => '1.0',
        'fields' => [
            'return_to' => [
                'FriendlyName' => 'Return address',
                'Type' => 'text',
                'Size' => '80',
                'Description' => 'Where customers go back to: the address of your front desk with /sign-in/returned',
            ],
        ],
    ];
}

/** @return array{status: string, description: string} */
function frontdesk_activate(): array
{
    try {
        WhmcsStore::makeTables();
        $store = new WhmcsStore();
        if ($store->setting('key') === null) {
            $store->keep('key', bin2hex(random_bytes(32)));
        }
    } catch (Throwable $cause) {
        return ['status' => 'error', 'description' => 'The tables could not be made: ' . get_class($cause)];
    }
    return ['status' => 'success', 'description' => 'Open the addon to see the key for your front desk.'];
}

/** @return array{status: string, description: string} */
function frontdesk_deactivate(): array
{
    WhmcsStore::dropTables();
    return ['status' => 'success', 'description' => 'The key and all codes are deleted.'];
}

/** The addon's page for administrators: the key, and how to make a new one. */
function frontdesk_output(array $vars): void
{
    $store = new WhmcsStore();
    if (($_SERVER['REQUEST_METHOD'] ?? '') === 'POST' && ($_POST['frontdesk'] ?? '') === 'new-key') {
        check_token('WHMCS.admin.default');
        $store->keep('key', bin2hex(random_bytes(32)));
    }
    $key = htmlspecialchars((string) $store->setting('key'), ENT_QUOTES);
    $link = htmlspecialchars((string) $vars['modulelink'], ENT_QUOTES);
    echo '<p>The key that your front desk signs its calls with; its secret <code>FRONTDESK_BRIDGE_KEY</code>:</p>'
        . "<p><code>$key</code></p>"
        . "<form method=\"post\" action=\"$link\">" . generate_token('form')
        . '<input type="hidden" name="frontdesk" value="new-key">'
        . '<button type="submit" class="btn btn-default">Make a new key</button></form>'
        . '<p>With a new key nobody signs in until your front desk has it too.</p>';
}

/**
 * The sign-in page, `index.php?m=frontdesk&page=sign-in`: sends a signed-in user back with a code. A guest is first asked
 * to sign in by WHMCS itself, with the second factor.
 *
 * @return array<string, mixed>
 */
function frontdesk_clientarea(array $vars): array
{
    $page = [
        'pagetitle' => 'Frontdesk',
        'breadcrumb' => ['index.php?m=frontdesk' => 'Frontdesk'],
        'templatefile' => 'refused',
        'requirelogin' => true,
        'vars' => [],
    ];
    $currentUser = new CurrentUser();
    $user = $currentUser->user();
    // An administrator who looks at an account in the customer's place is not the customer.
    if (!$user || $currentUser->isMasqueradingAdmin()) {
        return $page;
    }
    $store = new WhmcsStore();
    $request = SignInRequest::read($_GET, (string) $store->setting('return_to'));
    if (($_GET['page'] ?? '') !== 'sign-in' || $request === null) {
        return $page;
    }
    $code = (new OneTimeCodes($store))->issue((int) $user->id, $request->challenge, time());
    header('Cache-Control: no-store');
    header('Referrer-Policy: no-referrer');
    header('Location: ' . $request->addressWith($code), true, 303);
    exit;
}
