<?php

// WHMCS's internal API, written from WHMCS's documentation: orders with their invoices, and e-mails with their hooks.

/** Runs an action of the API as the administrator with this name. */
function localAPI(string $action, array $parameters, string $administrator = ''): array
{
    $planned = standIn(function (array &$state) use ($action, $parameters, $administrator): array {
        $state['calls'][] = [$action, $parameters, $administrator];
        return [$state['answers'][$action] ?? null, $state['faults'][$action] ?? '', $state['changes'][$action] ?? []];
    });
    list($answer, $fault, $changes) = $planned;
    return array_replace($answer ?? answerOf($action, $fault, $parameters, $administrator), $changes);
}

function answerOf(string $action, string $fault, array $parameters, string $administrator): array
{
    switch ($action) {
        case 'AddOrder':
        case 'UpgradeProduct':
            return orderWith($fault, $parameters, $administrator);
        case 'CancelOrder':
            return cancelWith($fault, $parameters);
        case 'GetInvoice':
            return getInvoice($fault, $parameters);
        case 'SendEmail':
            return sendEmail($parameters);
        default:
            return ['result' => 'success', 'action' => $action, 'parameters' => $parameters];
    }
}

function orderWith(string $fault, array $parameters, string $administrator): array
{
    switch ($fault) {
        case 'nothing':
            return [];
        case 'error before':
            return ['result' => 'error', 'message' => 'said by AddOrder'];
        case 'killed before':
            exec('kill -9 ' . getmypid());
            // No break is needed, because the process has ended.
        case 'killed after':
            addOrder($parameters, $administrator);
            exec('kill -9 ' . getmypid());
        case 'ended before':
            // Like a hook that ends the page.
            exit('<html>');
        case 'ended after':
            addOrder($parameters, $administrator);
            exit('<html>');
        case 'slow':
            usleep(400000);
            return addOrder($parameters, $administrator);
        case 'error after':
            addOrder($parameters, $administrator);
            return ['result' => 'error', 'message' => 'said by AddOrder'];
        case 'throws after':
            addOrder($parameters, $administrator);
            throw new RuntimeException('planted');
        case 'twice':
            addOrder($parameters, $administrator);
            return addOrder($parameters, $administrator);
        case 'twice ended':
            addOrder($parameters, $administrator);
            addOrder($parameters, $administrator);
            exit('<html>');
        case 'twice error':
            addOrder($parameters, $administrator);
            addOrder($parameters, $administrator);
            return ['result' => 'error', 'message' => 'said by AddOrder'];
        default:
            return addOrder($parameters, $administrator);
    }
}

function addOrder(array $parameters, string $administrator): array
{
    return standIn(function (array &$state) use ($parameters, $administrator): array {
        $tables = &$state['tables'];
        $id = count($tables['tblorders']) + 1;
        $client = $parameters['clientid'];
        $administrators = array_column($tables['tbladmins'], 'id', 'username');
        $tables['tblorders'][] = [
            'id' => $id,
            'userid' => $client,
            'requestor_id' => 0,
            'admin_requestor_id' => $administrators[$administrator] ?? 0,
            'invoiceid' => 300 + $id,
            'date' => '2026-11-20 15:00:00',
            'status' => 'Pending',
            'renewals' => renewals($tables['tbldomains'], $parameters['domainrenewals'] ?? []),
        ];
        $made = ['orderid' => $id, 'userid' => $client];
        foreach ($parameters['pid'] ?? [] as $index => $product) {
            $cycle = ucfirst($parameters['billingcycle'][$index]);
            $service = ['packageid' => $product, 'billingcycle' => $cycle, 'domain' => $parameters['domain'][$index] ?? ''];
            $tables['tblhosting'][] = ['id' => 100 + $id] + $made + $service;
        }
        foreach (isset($parameters['domaintype']) ? $parameters['domain'] : [] as $index => $name) {
            $type = ucfirst($parameters['domaintype'][$index]);
            $domain = ['domain' => $name, 'type' => $type, 'registrationperiod' => $parameters['regperiod'][$index]];
            $tables['tbldomains'][] = ['id' => 200 + $id] + $made + $domain;
        }
        if (isset($parameters['serviceid'])) {
            $to = $parameters['newproductid'] . ',' . $parameters['newproductbillingcycle'];
            $change = ['type' => 'package', 'relid' => $parameters['serviceid'], 'newvalue' => $to];
            $tables['tblupgrades'][] = ['id' => 400 + $id] + $made + $change;
        }
        $price = $state['price'];
        $state['invoices'][] = [
            'invoiceid' => 300 + $id,
            'userid' => $client,
            'status' => 'Unpaid',
            'paymentmethod' => $parameters['paymentmethod'] ?? '',
            'subtotal' => $price,
            'credit' => '0.00',
            'total' => $price,
            'balance' => $price,
        ];
        $services = isset($parameters['pid']) ? (string) (100 + $id) : '';
        $domains = isset($parameters['domaintype']) ? (string) (200 + $id) : '';
        return ['result' => 'success', 'orderid' => $id, 'invoiceid' => 300 + $id, 'serviceids' => $services, 'domainids' => $domains];
    });
}

function cancelWith(string $fault, array $parameters): array
{
    if ($fault === 'error before') {
        return ['result' => 'error', 'message' => 'Order ID not found or Status not Pending'];
    }
    $answer = cancelOrder($parameters);
    if ($fault === 'ended after') {
        exit('<html>');
    }
    return $fault === 'error after' ? ['result' => 'error', 'message' => 'said by CancelOrder'] : $answer;
}

/** Returns the renewal years by domain id, in the form that WHMCS stores with an order. */
function renewals(array $domains, array $years): string
{
    $pairs = [];
    foreach ($domains as $domain) {
        if (isset($years[$domain['domain']])) {
            $pairs[] = $domain['id'] . '=' . $years[$domain['domain']];
        }
    }
    return implode(',', $pairs);
}

function cancelOrder(array $parameters): array
{
    return standIn(function (array &$state) use ($parameters): array {
        $state['tables']['tblorders'][$parameters['orderid'] - 1]['status'] = 'Cancelled';
        return ['result' => 'success'];
    });
}

function getInvoice(string $fault, array $parameters): array
{
    if ($fault === 'ended before') {
        exit('<html>');
    }
    if ($fault === 'error before') {
        return ['result' => 'error', 'message' => 'Invoice ID Not Found'];
    }
    return standIn(function (array &$state) use ($parameters): array {
        foreach ($state['invoices'] as $invoice) {
            if ($invoice['invoiceid'] === $parameters['invoiceid']) {
                return ['result' => 'success'] + $invoice;
            }
        }
        return ['result' => 'error', 'message' => 'Invoice ID Not Found'];
    });
}

/**
 * Sends an e-mail to the account. Hooks can keep it out of the log and remove the other recipients.
 */
function sendEmail(array $parameters): array
{
    $isLogged = true;
    foreach ($GLOBALS['hooks']['EmailPreLog'] ?? [] as $hook) {
        $isLogged = $isLogged && !($hook($parameters)['abortLogging'] ?? false);
    }
    $recipients = ['cc' => ['a contact'], 'bcc' => []];
    foreach ($GLOBALS['hooks']['PreEmailSendReduceRecipients'] ?? [] as $hook) {
        $recipients = $hook(['recipients' => $recipients]) + $recipients;
    }
    standIn(function (array &$state) use ($parameters, $isLogged, $recipients): void {
        $state['mails'][] = ['isLogged' => $isLogged, 'cc' => $recipients['cc']] + $parameters;
    });
    return ['result' => 'success'];
}
