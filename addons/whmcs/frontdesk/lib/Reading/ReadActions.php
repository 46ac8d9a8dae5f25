<?php

namespace Frontdesk\Reading;

use Frontdesk\Holdings;
use Frontdesk\Parameters;
use Frontdesk\Redaction;
use Frontdesk\Refusal;

/** The allowed actions of WHMCS's API: they only read. */
final class ReadActions
{
    /** Per action, the parameter with the account (null for the whole provider), and the other allowed parameters. */
    private const ALLOWED = [
        'DomainGetLockingStatus' => [self::BY_DOMAIN, ['domainid']],
        'DomainGetNameservers' => [self::BY_DOMAIN, ['domainid']],
        'DomainGetWhoisInfo' => [self::BY_DOMAIN, ['domainid']],
        // The addon's own: see `Holdings`.
        'GetCancelledPackages' => ['clientid', []],
        'GetClients' => [null, []],
        // The addon's own too.
        'GetClientsDetails' => ['clientid', []],
        'GetClientsDomains' => ['clientid', ['domainid', 'domain']],
        'GetClientsProducts' => ['clientid', ['serviceid', 'domain']],
        // The addon's own too: see `Events`.
        'GetEvents' => ['clientid', ['after', 'limit']],
        // A list of one invoice of the account, or none.
        'GetInvoice' => [self::BY_ANSWER, ['invoiceid']],
        'GetInvoices' => ['userid', []],
        'GetOpenRenewal' => ['clientid', ['domainid']],
        'GetOrder' => ['clientid', ['id']],
        'GetOrders' => ['clientid', []],
        'GetPayMethods' => ['clientid', []],
        'GetPaymentMethods' => [null, []],
        'GetProducts' => [null, []],
        'GetPromotions' => [null, []],
        'GetTickets' => ['clientid', []],
        'GetTLDPricing' => [null, ['currencyid']],
        // Only calculates a change.
        'UpgradeProduct' => ['clientid', [
            'calconly', 'newproductbillingcycle', 'newproductid', 'paymentmethod', 'serviceid', 'type',
        ]],
    ];

    private const BY_ANSWER = '';
    private const BY_DOMAIN = ' ';
    /** Searches by domain name in all accounts, and the returned fields of each row. */
    private const HOLDERS = [
        'GetClientsDomains' => ['id', 'userid', 'domainname', 'status'],
        'GetClientsProducts' => ['id', 'clientid', 'pid', 'domain', 'status'],
    ];
    private const NOT_OWN = [
        'DomainGetLockingStatus' => 'Domain ID Not Found',
        'DomainGetNameservers' => 'Domain ID Not Found',
        'DomainGetWhoisInfo' => 'Domain ID Not Found',
        'UpgradeProduct' => 'Service ID Not Found',
    ];

    /**
     * The parameters of a call, with its account set.
     *
     * @param mixed $action
     * @param mixed $given
     * @return array<string, mixed>
     */
    public static function parameters($action, $given, ?int $client): array
    {
        if (!is_string($action) || !isset(self::ALLOWED[$action])) {
            throw new Refusal('unknown_call');
        }
        list($holder, $others) = self::ALLOWED[$action];
        $parameters = Parameters::read($given, array_merge($others, [$holder]));
        if ($action === 'UpgradeProduct' && ($parameters['calconly'] ?? null) !== true) {
            throw new Refusal('bad_parameters');
        }
        if ($holder === null) {
            return $parameters;
        }
        if ($client === null) {
            $isSearch = isset(self::HOLDERS[$action]) && !isset($parameters['clientid']);
            if (!$isSearch || !is_string($parameters['domain'] ?? null) || $parameters['domain'] === '') {
                throw new Refusal('bad_parameters');
            }
            return $parameters;
        }
        $isCompared = $holder === self::BY_ANSWER || $holder === self::BY_DOMAIN;
        return $isCompared ? $parameters : Parameters::ofClient($parameters, $holder, $client);
    }

    /**
     * Whether the subject of a call belongs to the account, if its parameters do not show it.
     *
     * @param array<string, mixed> $parameters
     */
    public static function isOwn(string $action, array $parameters, ?int $client, Holdings $holdings): bool
    {
        if (self::ALLOWED[$action][0] === self::BY_DOMAIN) {
            return $holdings->hasDomain((int) $client, (int) ($parameters['domainid'] ?? 0));
        }
        return $action !== 'UpgradeProduct' || $holdings->hasService((int) $client, (int) ($parameters['serviceid'] ?? 0));
    }

    /** @return array{result: string, message: string} as WHMCS reports a missing object */
    public static function notOwn(string $action): array
    {
        return ['result' => 'error', 'message' => self::NOT_OWN[$action]];
    }

    /**
     * An answer without redacted fields.
     *
     * @param array<string, mixed> $answer
     * @return array<string, mixed>
     */
    public static function told(string $action, array $answer, ?int $client): array
    {
        if ($client === null && isset(self::HOLDERS[$action])) {
            $answer['rows'] = array_map(function (array $row) use ($action): array {
                return array_intersect_key($row, array_flip(self::HOLDERS[$action]));
            }, $answer['rows'] ?? []);
        }
        return Redaction::of($answer);
    }
}
