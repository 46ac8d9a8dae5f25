<?php

/** The addon of Frontdesk: pages for its customers, and an endpoint for its signed calls. MIT licence. */

use Frontdesk\Reading\TicketLink;
use Frontdesk\Reading\WhmcsAccess;
use Frontdesk\Reading\WhmcsTickets;
use Frontdesk\SignIn\OneTimeCodes;
use Frontdesk\SignIn\SignInRequest;
use Frontdesk\Tables;
use Frontdesk\WhmcsInstallation;
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
                'FriendlyName' => 'Return address',
                'Type' => 'text',
                'Size' => '80',
                'Description' => 'Where customers go back to: the address of your front desk with /sign-in/returned',
            ],
            'admin' => [
                'FriendlyName' => 'Administrator',
                'Type' => 'text',
                'Size' => '40',
                'Description' => 'Username of the administrator whom orders of your front desk are noted for',
            ],
            'orders' => [
                'FriendlyName' => 'Orders',
                'Type' => 'yesno',
                'Description' => 'Tick to let whoever has the key order and change things for every account: API roles and the API\'s allow-list do not bind it',
            ],
        ],
    ];
}

/** @return array{status: string, description: string} */
function frontdesk_activate(): array
{
    try {
        Tables::make();
        $store = new WhmcsStore();
        if ($store->setting('key') === null) {
            $store->keep('key', bin2hex(random_bytes(32)));
        }
    } catch (Throwable $cause) {
        return ['status' => 'error', 'description' => 'The tables could not be made: ' . get_class($cause)];
    }
    return ['status' => 'success', 'description' => 'Open the addon to see the key for your front desk.'];
}

/** After new files were uploaded: key, codes and references stay. */
function frontdesk_upgrade(array $vars): void
{
    Tables::make();
}

/** @return array{status: string, description: string} */
function frontdesk_deactivate(): array
{
    Tables::drop();
    return ['status' => 'success', 'description' => 'The key is deleted. The references of orders are kept, so that none is placed twice.'];
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
        . '<p>With a new key your front desk is shut out until it has it too.</p>';
    if ((new WhmcsInstallation($store))->administrator() === null) {
        echo '<p>No active administrator has the username in the settings: the addon answers no questions and takes no orders.</p>';
    }
}

/**
 * The client area's pages, both for a signed-in user: `index.php?m=frontdesk&page=sign-in` sends back with a code, and
 * `index.php?m=frontdesk&ticket=<id>` leads to a ticket. A guest is first asked to sign in by WHMCS itself, with the second factor.
 *
 * @return array<string, mixed>
 */
function frontdesk_clientarea(array $vars): array
{
    $currentUser = new CurrentUser();
    $user = $currentUser->user();
    // An administrator who looks at an account in the customer's place is not the customer.
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
        'vars' => [],
    ];
}

/** Where a sign-in goes back to, with a code that stands for the user; null for a request that the front desk does not make. */
function frontdesk_return_address(int $userId): ?string
{
    $store = new WhmcsStore();
    $request = SignInRequest::read($_GET, (string) $store->setting('return_to'));
    if (($_GET['page'] ?? '') !== 'sign-in' || $request === null) {
        return null;
    }
    return $request->addressWith((new OneTimeCodes($store))->issue($userId, $request->challenge, time()));
}
