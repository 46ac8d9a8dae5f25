<?php

use Frontdesk\Acting\ActingCalls;
use Frontdesk\Acting\Actions;
use Frontdesk\Acting\Changes;
use Frontdesk\Acting\TransferCode;
use Frontdesk\Refusal;

/** The calls that act, over an installation in memory. */
final class ActingScene
{
    public const NOW = 1700000000;
    private const ORDER = [
        'client' => 1001,
        'reference' => 'a-reference',
        'action' => 'AddOrder',
        'parameters' => ['paymentmethod' => 'mail', 'pid' => [7], 'billingcycle' => ['monthly']],
        'subtotal' => '12.00',
        'take_back' => true,
        'memo' => 'a memo',
    ];

    /** @var MemoryWhmcs */
    public $whmcs;
    /** @var MemoryActionRows */
    public $rows;
    /** @var MemoryLock */
    public $lock;
    /** @var OneInstallation */
    public $installation;
    /** @var MemoryStore with what earlier orders have shown */
    public $store;
    /** @var SomeHoldings */
    public $holdings;
    /** @var bool */
    public $areHooksLoaded = true;
    /** @var ActingCalls */
    private $calls;

    public function __construct()
    {
        MemoryWhmcs::$log = [];
        $this->whmcs = new MemoryWhmcs();
        $this->rows = new MemoryActionRows();
        $this->lock = new MemoryLock();
        $this->installation = new OneInstallation();
        $this->store = new MemoryStore();
        $this->store->keep('orders_noted', 'yes');
        $actions = new Actions($this->rows, $this->lock, $this->whmcs, $this->whmcs, $this->store);
        $this->holdings = new SomeHoldings();
        $code = new TransferCode($this->whmcs, $this->holdings, function (): bool {
            return $this->areHooksLoaded;
        });
        $this->calls = new ActingCalls($this->installation, $actions, new Changes($this->whmcs, $this->holdings, $code));
    }

    /** @return array<string, mixed> the outcome */
    public function act(array $changes = []): array
    {
        return $this->calls->act($changes + self::ORDER, self::NOW)['outcome'];
    }

    /** @return array<string, mixed> WHMCS's own answer to a change */
    public function change(string $action, array $parameters, int $client = 1001): array
    {
        return $this->calls->act(['client' => $client, 'action' => $action, 'parameters' => $parameters], self::NOW)['answer'];
    }

    /** @return array<string, mixed> the outcome */
    public function find(string $reference = 'a-reference', int $client = 1001): array
    {
        return $this->calls->find(['client' => $client, 'reference' => $reference], self::NOW)['outcome'];
    }

    /** Without an effect on an action that has done nothing. @return array<string, mixed> the outcome */
    public function look(): array
    {
        $call = ['client' => 1001, 'reference' => 'a-reference', 'withdraw' => false];
        return $this->calls->find($call, self::NOW)['outcome'];
    }

    /** The code of a refusal; an empty text where there is none. */
    public function refusalOf(array $changes): string
    {
        try {
            $this->act($changes);
        } catch (Refusal $refusal) {
            return $refusal->answer()[1]['error'];
        }
        return '';
    }

    /** A process that ends in the middle of an action, after it has done something. */
    public function die(callable $work, array $changes = []): void
    {
        $this->whmcs->instead['AddOrder'] = function (array $parameters) use ($work): array {
            $work($parameters);
            throw new RuntimeException('the process is gone');
        };
        try {
            $this->act($changes);
        } catch (RuntimeException $cause) {
            unset($this->whmcs->instead['AddOrder']);
        }
    }

    /** An order of staff, of a user, or of the addon's own administrator, for account 1001. */
    public function orderOf(int $administrator, int $user = 0, array $parameters = ['pid' => 7]): int
    {
        return $this->whmcs->order(['clientid' => 1001] + $parameters, $administrator, $user)['orderid'];
    }
}
