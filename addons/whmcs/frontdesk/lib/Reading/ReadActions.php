<?php

namespace Frontdesk\Reading;

use Frontdesk\Parameters;
use Frontdesk\Refusal;

/** The actions of WHMCS's API that may be asked: they only read. */
final class ReadActions
{
    /** Per action the parameter that holds the account, null for one of the whole provider, and what else may be said. */
    private const ALLOWED = [
        'GetAdminDetails' => [null, []],
        'GetCancelledPackages' => [null, []],
        'GetClientGroups' => [null, []],
        'GetClients' => [null, ['search', 'orderby', 'sorting', 'status']],
        'GetClientsDetails' => ['clientid', ['stats']],
        'GetClientsDomains' => ['clientid', ['domainid', 'domain']],
        'GetClientsProducts' => ['clientid', ['serviceid', 'pid', 'domain']],
        'GetConfigurationValue' => [null, ['setting']],
        'GetCurrencies' => [null, []],
        // Its account is compared once it is answered.
        'GetInvoice' => [self::BY_ANSWER, ['invoiceid']],
        'GetInvoices' => ['userid', ['status', 'orderby', 'order']],
        'GetOrders' => ['userid', ['id', 'status']],
        'GetPayMethods' => ['clientid', ['paymethodid', 'type']],
        'GetProducts' => [null, ['pid', 'gid', 'module']],
        'GetPromotions' => [null, ['code']],
        'GetSupportDepartments' => [null, ['ignore_dept_assignments']],
        'GetTickets' => ['clientid', ['deptid', 'status', 'ignore_dept_assignments']],
        'GetTLDPricing' => [null, ['currencyid', 'clientid']],
        'GetUserPermissions' => ['client_id', ['user_id']],
        'GetUsers' => [null, ['search', 'sorting']],
        'WhmcsDetails' => [null, []],
    ];

    private const BY_ANSWER = '';
    private const PAGING = ['limitstart', 'limitnum'];
    /** Settings that may be asked: others are secrets. */
    private const SETTINGS = ['Charset', 'Language', 'SystemURL', 'TaxEnabled', 'TaxType', 'Version'];

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
        $allowed = array_merge(self::PAGING, $others, [$holder]);
        $parameters = Parameters::read($given, $allowed);
        if (isset($parameters['setting']) && !in_array($parameters['setting'], self::SETTINGS, true)) {
            throw new Refusal('bad_parameters');
        }
        // What is of the whole provider may be asked for an account too, which then is the one that the call is about.
        if ($holder === null && !isset($parameters['clientid'])) {
            return $parameters;
        }
        if ($client === null) {
            throw new Refusal('bad_parameters');
        }
        return $holder === self::BY_ANSWER ? $parameters : Parameters::ofClient($parameters, $holder ?? 'clientid', $client);
    }

    /** Whether an answer is of the account, for an action whose parameters do not say so. */
    public static function isOwn(string $action, array $answer, ?int $client): bool
    {
        return self::ALLOWED[$action][0] !== self::BY_ANSWER || (int) ($answer['userid'] ?? 0) === $client;
    }
}
