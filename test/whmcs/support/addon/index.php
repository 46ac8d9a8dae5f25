<?php

// The parts of WHMCS's client area and administrators' pages that call the addon.

require __DIR__ . '/init.php';
require __DIR__ . '/modules/addons/frontdesk/frontdesk.php';

switch ($_GET['m'] ?? '') {
    case 'activate':
        $answer = frontdesk_activate();
        break;
    case 'upgrade':
        frontdesk_upgrade(['version' => '1.0']);
        $answer = [];
        break;
    case 'deactivate':
        $answer = frontdesk_deactivate();
        break;
    case 'admin':
        $_ADDONLANG = [];
        require __DIR__ . '/modules/addons/frontdesk/lang/' . ($_GET['language'] ?? 'english') . '.php';
        frontdesk_output(['modulelink' => 'index.php?m=admin', '_lang' => $_ADDONLANG]);
        exit;
    case 'hook':
        ob_clean();
        foreach ($GLOBALS['hooks'][$_GET['name']] ?? [] as $hook) {
            $hook($_GET['values'] ?? []);
        }
        $answer = ['printed' => ob_get_contents()];
        break;
    default:
        $answer = frontdesk_clientarea([]);
}
ob_end_clean();
header('Content-Type: application/json');
echo json_encode($answer);
