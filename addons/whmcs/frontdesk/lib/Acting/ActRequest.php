<?php

namespace Frontdesk\Acting;

use Frontdesk\Parameters;
use Frontdesk\Refusal;

/** An order to place once under its reference. */
final class ActRequest
{
    private const MAX_MEMO_BYTES = 8192;

    /** Allowed parameters per action. Never a price: the customer would keep it permanently. */
    private const ALLOWED = [
        'AddOrder' => [
            'billingcycle', 'clientid', 'domain', 'domainfields', 'domainrenewals', 'domaintype', 'eppcode', 'nameserver1',
            'nameserver2', 'nameserver3', 'nameserver4', 'nameserver5', 'noemail', 'noinvoiceemail', 'paymentmethod', 'pid',
            'promocode', 'regperiod',
        ],
        'UpgradeProduct' => [
            'clientid', 'newproductbillingcycle', 'newproductid', 'paymentmethod', 'serviceid', 'type',
        ],
    ];

    /** @var int */
    public $client;
    /** @var string */
    public $reference;
    /** @var string */
    public $action;
    /** @var array<string, mixed> with the account set */
    public $parameters;
    /** @var string|null the price that the invoice must have, as `12.34` */
    public $subtotal;
    /** @var bool whether an order with another price is cancelled */
    public $takeBack;
    /** @var string */
    public $memo;

    private function __construct()
    {
    }

    /** @param array<string, mixed> $call */
    public static function read(array $call): self
    {
        $request = new self();
        list($request->client, $request->reference) = self::key($call);
        $request->action = $call['action'] ?? null;
        if (!is_string($request->action) || !isset(self::ALLOWED[$request->action])) {
            throw new Refusal('unknown_call');
        }
        $parameters = Parameters::read($call['parameters'] ?? null, self::ALLOWED[$request->action]);
        if (isset($parameters['domainfields'])) {
            // Texts by the names of the registry's fields, for one domain, as WHMCS expects them.
            $parameters['domainfields'] = [base64_encode(serialize($parameters['domainfields']))];
        }
        $request->parameters = Parameters::ofClient($parameters, 'clientid', $request->client);
        $subtotal = $call['subtotal'] ?? null;
        $request->subtotal = Invoice::amount($subtotal);
        $request->takeBack = $call['take_back'] ?? null;
        $request->memo = $call['memo'] ?? null;
        $isMemo = is_string($request->memo) && strlen($request->memo) <= self::MAX_MEMO_BYTES;
        if (!$isMemo || !is_bool($request->takeBack) || ($subtotal !== null && $request->subtotal === null)) {
            throw new Refusal('bad_parameters');
        }
        return $request;
    }

    /**
     * The account and the reference of an action.
     *
     * @param array<string, mixed> $call
     * @return array{0: int, 1: string}
     */
    public static function key(array $call): array
    {
        $client = $call['client'] ?? null;
        $reference = $call['reference'] ?? null;
        $isReference = is_string($reference) && preg_match('/^[\x21-\x7e]{1,128}$/D', $reference);
        if (!is_int($client) || $client < 1 || !$isReference) {
            throw new Refusal('bad_parameters');
        }
        return [$client, $reference];
    }
}
