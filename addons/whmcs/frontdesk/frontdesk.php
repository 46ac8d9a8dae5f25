<?php

/** The addon of Frontdesk: pages for its customers, and an endpoint for its signed calls. MIT licence. */

use Frontdesk\FrontDesk;
use Frontdesk\Keys;
use Frontdesk\Page\AdminPage;
use Frontdesk\Page\WhmcsFacts;
use Frontdesk\Reading\TicketLink;
use Frontdesk\Reading\WhmcsAccess;
use Frontdesk\Reading\WhmcsTickets;
use Frontdesk\SignIn\OneTimeCodes;
use Frontdesk\SignIn\SignInRequest;
use Frontdesk\Tables;
use Frontdesk\WhmcsInstallation;
use Frontdesk\WhmcsLocalApi;
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
        'description' => 'Connects your front desk for applications and assistants: sign-in, reading, orders.',
        'author' => 'Frontdesk',
        'language' => 'english',
        'version' => '1.0',
        'fields' => [
            'return_to' => [
                'FriendlyName' => 'Front desk',
                'Type' => 'text',
                'Size' => '80',
                'Description' => 'The address of your front desk, such as https://desk.provider.com',
            ],
            'admin' => [
                'FriendlyName' => 'Administrator',
                'Type' => 'text',
                'Size' => '40',
                'Description' => 'Username of the administrator that WHMCS records with orders of your front desk',
            ],
            'orders' => [
                'FriendlyName' => 'Orders',
                'Type' => 'yesno',
                'Description' => 'Tick to let anyone with the key order and change things for every account. API roles and the API\'s allow-list do not apply to the key',
            ],
        ],
    ];
}

/** @return array{status: string, description: string} */
function frontdesk_activate(): array
{
    try {
        Tables::make();
        (new Keys(new WhmcsStore()))->make();
    } catch (Throwable $cause) {
        return ['status' => 'error', 'description' => 'The tables could not be made: ' . get_class($cause)];
    }
    return ['status' => 'success', 'description' => 'Fill in the settings, then open the addon\'s page.'];
}

/** After new files were uploaded: key, codes and references stay. */
function frontdesk_upgrade(array $vars): void
{
    Tables::make();
}

/** @return array{status: string, description: string} */
function frontdesk_deactivate(): array
{
    Tables::drop(Tables::WITHOUT_REFERENCES);
    return ['status' => 'success', 'description' => 'The key is deleted. The references of orders are kept, so that none is placed twice.'];
}

/** The addon's page for administrators. */
function frontdesk_output(array $vars): void
{
    // After an upgrade, or after everything was removed.
    Tables::make();
    $store = new WhmcsStore();
    (new Keys($store))->make();
    $installation = new WhmcsInstallation($store);
    $facts = new WhmcsFacts($installation, new WhmcsLocalApi($installation->administrator()['username'] ?? null), $store);
    $page = new AdminPage(frontdesk_texts($vars), (string) $vars['modulelink'], $facts, $store, time());
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
        echo $page->html();
        return;
    }
    check_token('WHMCS.admin.default');
    if (($_POST['frontdesk'] ?? '') === 'remove' && isset($_POST['confirmed'])) {
        Tables::drop(Tables::ALL);
        logActivity('Frontdesk: an administrator has removed everything, with the references of orders');
        echo $page->removed();
        return;
    }
    echo $page->act((string) ($_POST['frontdesk'] ?? ''), isset($_POST['confirmed'])) . $page->html();
}

/**
 * The texts in the reader's language, as WHMCS passes them; English without them.
 *
 * @return array<string, string>
 */
function frontdesk_texts(array $vars): array
{
    $_ADDONLANG = [];
    require __DIR__ . '/lang/english.php';
    return (is_array($vars['_lang'] ?? null) ? $vars['_lang'] : []) + $_ADDONLANG;
}

/**
 * The client area's pages for a signed-in user: `index.php?m=frontdesk&page=sign-in` redirects back with a code, and
 * `index.php?m=frontdesk&ticket=<id>` leads to a ticket. WHMCS first makes a guest sign in, with the second factor.
 *
 * @return array<string, mixed>
 */
function frontdesk_clientarea(array $vars): array
{
    $currentUser = new CurrentUser();
    $user = $currentUser->user();
    // An administrator who masquerades as a customer is not the customer.
    if ($user && !$currentUser->isMasqueradingAdmin()) {
        $address = isset($_GET['ticket'])
            ? (new TicketLink(new WhmcsTickets(), new WhmcsAccess()))->address($_GET['ticket'], (int) $user->id)
            : frontdesk_return_address((int) $user->id);
        if ($address !== null) {
            header('Cache-Control: no-store');
            header('Referrer-Policy: no-referrer');
            header('Location: ' . $address, true, 303);
            exit;
        }
    }
    return [
        'pagetitle' => 'Frontdesk',
        'breadcrumb' => ['index.php?m=frontdesk' => 'Frontdesk'],
        'templatefile' => 'refused',
        'requirelogin' => true,
        'vars' => ['text' => frontdesk_texts($vars)['refused']],
    ];
}

/** The address that a sign-in returns to, with a code for the user; null for a request that the front desk does not make. */
function frontdesk_return_address(int $userId): ?string
{
    $store = new WhmcsStore();
    $request = SignInRequest::read($_GET, FrontDesk::returnTo((string) $store->setting('return_to')));
    if (($_GET['page'] ?? '') !== 'sign-in' || $request === null) {
        return null;
    }
    return $request->addressWith((new OneTimeCodes($store))->issue($userId, $request->challenge, time()));
}
