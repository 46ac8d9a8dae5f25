<?php

namespace Frontdesk\Acting;

use Frontdesk\Holdings;
use Frontdesk\LocalApi;
use Frontdesk\Parameters;
use Frontdesk\Redaction;
use Frontdesk\Refusal;

/** Changes to a service or a domain of an account. They have no reference, because their result can be read. */
final class Changes
{
    /** Per action, the parameter with the changed object, and the other allowed parameters. */
    private const ALLOWED = [
        'AddCancelRequest' => ['serviceid', ['reason', 'type']],
        'DomainRequestEPP' => ['domainid', []],
        'DomainUpdateLockingStatus' => ['domainid', ['lockstatus']],
        'DomainUpdateNameservers' => ['domainid', ['ns1', 'ns2', 'ns3', 'ns4', 'ns5']],
        'UpdateClientDomain' => ['domainid', ['donotrenew']],
    ];

    /** @var LocalApi */
    private $api;
    /** @var Holdings */
    private $holdings;
    /** @var TransferCode */
    private $code;

    public function __construct(LocalApi $api, Holdings $holdings, TransferCode $code)
    {
        $this->api = $api;
        $this->holdings = $holdings;
        $this->code = $code;
    }

    /** @param mixed $action */
    public static function isOne($action): bool
    {
        return is_string($action) && isset(self::ALLOWED[$action]);
    }

    /**
     * @param array<string, mixed> $call
     * @return array<string, mixed> WHMCS's own answer
     */
    public function make(array $call): array
    {
        $client = $call['client'] ?? null;
        $action = $call['action'] ?? null;
        if (!self::isOne($action)) {
            throw new Refusal('unknown_call');
        }
        if (!is_int($client) || $client < 1) {
            throw new Refusal('bad_parameters');
        }
        list($holder, $others) = self::ALLOWED[$action];
        $parameters = Parameters::read($call['parameters'] ?? null, array_merge([$holder], $others));
        $id = $parameters[$holder] ?? null;
        if (!is_int($id) || $id < 1) {
            throw new Refusal('bad_parameters');
        }
        $isOwn = $holder === 'serviceid' ? $this->holdings->hasService($client, $id) : $this->holdings->hasDomain($client, $id);
        if (!$isOwn) {
            throw new Refusal('foreign_account');
        }
        return $action === 'DomainRequestEPP'
            ? $this->code->mail($client, $id)
            : Redaction::of($this->api->call($action, $parameters));
    }
}
