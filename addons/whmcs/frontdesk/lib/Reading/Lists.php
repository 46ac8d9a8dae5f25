<?php

namespace Frontdesk\Reading;

use Frontdesk\LocalApi;
use Frontdesk\Redaction;

/** Lists of WHMCS's API in one form: all rows, each with only the fields that the front desk reads. */
final class Lists
{
    private const PAGE_ROWS = 1000;
    /** A longer list is not read. */
    private const MAX_ROWS = 10000;
    /** WHMCS's own page size, if it ignores another. */
    private const DEFAULT_ROWS = 25;
    private const UNREAD = ['result' => 'error', 'error' => 'failed', 'message' => 'List Does Not Read'];
    private const TOO_LONG = ['result' => 'error', 'error' => 'too_long', 'message' => 'List Too Long'];

    private const INVOICE = [
        'id', 'userid', 'invoicenum', 'date', 'duedate', 'datepaid', 'subtotal', 'credit', 'tax', 'tax2', 'taxrate', 'taxrate2',
        'status', 'currencycode', 'balance',
    ];
    /** Per action, the place of the list in its answer, and the fields of a row. */
    private const LISTS = [
        'GetClients' => ['clients', 'client', ['id']],
        'GetClientsDomains' => ['domains', 'domain', [
            'id', 'userid', 'orderid', 'domainname', 'status', 'regdate', 'expirydate', 'nextduedate', 'recurringamount', 'regperiod',
            'donotrenew', 'registrar',
        ]],
        'GetClientsProducts' => ['products', 'product', [
            'id', 'clientid', 'orderid', 'pid', 'name', 'translated_name', 'domain', 'status', 'billingcycle', 'nextduedate',
            'recurringamount', 'serverid', 'username',
        ]],
        'GetInvoices' => ['invoices', 'invoice', self::INVOICE],
        'GetPayMethods' => ['paymethods', 'paymethod', ['id']],
        'GetPaymentMethods' => ['paymentmethods', 'paymentmethod', ['module']],
        'GetProducts' => ['products', 'product', [
            'pid', 'gid', 'name', 'description', 'paytype', 'pricing', 'stockcontrol', 'quantity_available',
        ]],
        'GetPromotions' => ['promotions', 'promotion', [
            'id', 'code', 'type', 'value', 'recurring', 'recurfor', 'cycles', 'appliesto', 'startdate', 'expirationdate', 'maxuses',
            'uses', 'requires', 'newsignups', 'existingclient', 'onceperclient',
        ]],
        'GetTickets' => ['tickets', 'ticket', ['id', 'tid', 'deptid', 'userid', 'subject', 'status', 'date', 'lastreply', 'service']],
    ];
    /** Parameters of paged lists: a stable order, and no filter that hides rows from an administrator. */
    private const PAGED = [
        'GetClientsDomains' => [],
        'GetClientsProducts' => [],
        'GetInvoices' => ['orderby' => 'id', 'order' => 'asc'],
        'GetTickets' => ['ignore_dept_assignments' => true],
    ];
    private const INSTANTS = ['GetTickets' => ['date', 'lastreply']];

    public static function isOne(string $action): bool
    {
        return isset(self::LISTS[$action]);
    }

    /**
     * @param array<string, mixed> $parameters
     * @return array<string, mixed> `rows`; or the error of the action, or of an unreadable list
     */
    public static function whole(LocalApi $api, string $action, array $parameters): array
    {
        list($container, $item, $members) = self::LISTS[$action];
        $rows = [];
        do {
            $before = count($rows);
            $page = isset(self::PAGED[$action]) ? ['limitstart' => $before, 'limitnum' => self::PAGE_ROWS] : [];
            $answer = $api->call($action, $page + $parameters + (self::PAGED[$action] ?? []));
            if (($answer['result'] ?? '') !== 'success') {
                return Redaction::of($answer);
            }
            $items = self::items($answer, $container, $item);
            if ($items === null) {
                return self::UNREAD;
            }
            foreach ($items as $row) {
                $number = $row['id'] ?? '';
                $key = is_scalar($number) && (string) $number !== '' ? "id $number" : 'row ' . count($rows);
                $rows[$key] = self::row($action, array_intersect_key($row, array_flip($members)));
            }
            if (count($rows) > self::MAX_ROWS) {
                return self::TOO_LONG;
            }
        } while ($page !== [] && count($rows) > $before);
        // WHMCS returned the first page again: it ignores the offset.
        $isRepeated = $page !== [] && count($items) >= self::DEFAULT_ROWS && (int) ($answer['totalresults'] ?? 0) > count($rows);
        return $isRepeated ? self::UNREAD : ['result' => 'success', 'rows' => array_values($rows)];
    }

    /**
     * An invoice as a list of the account: one row, or none.
     *
     * @param array<string, mixed> $answer
     * @return array<string, mixed>
     */
    public static function ofInvoice(array $answer, int $client): array
    {
        $isThere = ($answer['result'] ?? '') === 'success';
        if (!$isThere && !preg_match('/^invoice (?:id )?not found\.?$/i', (string) ($answer['message'] ?? ''))) {
            return $answer;
        }
        $row = array_intersect_key(['id' => $answer['invoiceid'] ?? 0] + $answer, array_flip(self::INVOICE));
        return ['result' => 'success', 'rows' => $isThere && (int) ($answer['userid'] ?? 0) === $client ? [$row] : []];
    }

    /**
     * The rows of an answer: under the item's name, as a list or by number; a single row in place of a list; or none, as an empty text,
     * an empty list or nothing.
     *
     * @param array<string, mixed> $answer
     * @return list<array<string, mixed>>|null null for another form
     */
    private static function items(array $answer, string $container, string $item): ?array
    {
        $outer = $answer[$container] ?? '';
        $isKeyed = is_array($outer) && array_key_exists($item, $outer) && !isset($outer['id']) && !isset($outer['pid']);
        $inner = ($isKeyed ? $outer[$item] : $outer) ?? '';
        if ($inner === '' || $inner === []) {
            // A count without its rows is not an empty list.
            return (int) ($answer['numreturned'] ?? 0) > 0 ? null : [];
        }
        if (!is_array($inner)) {
            return null;
        }
        $isOne = array_filter(array_keys($inner), 'is_string') !== [];
        $rows = $isOne ? [$inner] : array_values($inner);
        return array_map(function ($row): array {
            return is_array($row) ? $row : [];
        }, $rows);
    }

    /**
     * @param array<string, mixed> $row
     * @return array<string, mixed>
     */
    private static function row(string $action, array $row): array
    {
        foreach (array_intersect(self::INSTANTS[$action] ?? [], array_keys($row)) as $name) {
            $row[$name] = Instant::of($row[$name]);
        }
        return $row;
    }
}
