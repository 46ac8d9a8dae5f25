<?php

// WHMCS's API within the process, by its documentation: users, orders and their invoices.

/** As the administrator of that name. */
function localAPI(string $action, array $parameters, string $administrator = ''): array
{
    $planned = standIn(function (array &$state) use ($action, $parameters, $administrator): array {
        $state['calls'][] = [$action, $parameters, $administrator];
        return [$state['answers'][$action] ?? null, $state['faults'][$action] ?? ''];
    });
    list($answer, $fault) = $planned;
    if ($answer !== null) {
        return $answer;
    }
    switch ($action) {
        case 'GetUsers':
            return getUsers($parameters);
        case 'AddOrder':
        case 'UpgradeProduct':
            return orderWith($fault, $parameters, $administrator);
        case 'CancelOrder':
            return cancelOrder($parameters);
        case 'GetInvoice':
            return getInvoice($parameters);
        default:
            return ['result' => 'success', 'action' => $action, 'parameters' => $parameters];
    }
}

function getUsers(array $parameters): array
{
    return standIn(function (array &$state) use ($parameters): array {
        $users = array_filter($state['users'], function (array $user) use ($parameters) {
            return strpos($user['email'], $parameters['search']) === 0;
        });
        return ['result' => 'success', 'users' => array_values($users)];
    });
}

function orderWith(string $fault, array $parameters, string $administrator): array
{
    switch ($fault) {
        case 'error':
            return ['result' => 'error', 'message' => 'Invalid Payment Method'];
        case 'killed before':
            exec('kill -9 ' . getmypid());
            // No break: nothing goes on behind it.
        case 'killed after':
            addOrder($parameters, $administrator);
            exec('kill -9 ' . getmypid());
        case 'ended after':
            // A hook that ends the page.
            addOrder($parameters, $administrator);
            exit('<html>');
        case 'slow':
            usleep(400000);
            return addOrder($parameters, $administrator);
        case 'error after':
            addOrder($parameters, $administrator);
            return ['result' => 'error', 'message' => 'Out of Stock'];
        case 'throws after':
            addOrder($parameters, $administrator);
            throw new RuntimeException('planted');
        case 'twice':
            addOrder($parameters, $administrator);
            return addOrder($parameters, $administrator);
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
            'status' => 'Pending',
        ];
        foreach ($parameters['pid'] ?? [] as $product) {
            $tables['tblhosting'][] = ['id' => 100 + $id, 'orderid' => $id, 'userid' => $client, 'packageid' => $product];
        }
        foreach (isset($parameters['domaintype']) ? $parameters['domain'] : [] as $name) {
            $tables['tbldomains'][] = ['id' => 200 + $id, 'orderid' => $id, 'userid' => $client, 'domain' => $name];
        }
        $price = $state['price'];
        $state['invoices'][] = [
            'invoiceid' => 300 + $id,
            'userid' => $client,
            'status' => 'Unpaid',
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

function cancelOrder(array $parameters): array
{
    return standIn(function (array &$state) use ($parameters): array {
        $state['tables']['tblorders'][$parameters['orderid'] - 1]['status'] = 'Cancelled';
        return ['result' => 'success'];
    });
}

function getInvoice(array $parameters): array
{
    return standIn(function (array &$state) use ($parameters): array {
        foreach ($state['invoices'] as $invoice) {
            if ($invoice['invoiceid'] === $parameters['invoiceid']) {
                return ['result' => 'success'] + $invoice;
            }
        }
        return ['result' => 'error', 'message' => 'Invoice ID Not Found'];
    });
}
