<?php

use Frontdesk\Reading\Catalogue;
use Frontdesk\Reading\ReadingCalls;
use Frontdesk\Refusal;
use PHPUnit\Framework\TestCase;

final class QuestionTest extends TestCase
{
    private const SERVICES = ['action' => 'GetClientsProducts', 'parameters' => []];

    /** @var MemoryWhmcs */
    private $whmcs;
    /** @var OneInstallation */
    private $installation;
    /** @var ReadingCalls */
    private $calls;

    protected function setUp(): void
    {
        MemoryWhmcs::$log = [];
        $this->whmcs = new MemoryWhmcs();
        $this->installation = new OneInstallation();
        $catalogue = new class implements Catalogue {
            public function products(): array
            {
                return [];
            }
        };
        $this->calls = new ReadingCalls($this->installation, $this->whmcs, new SomeAccess(), new SomeHoldings(), $this->whmcs, $catalogue);
    }

    private function ask(array $calls, ?int $user = null, ?int $client = 1001): array
    {
        return $this->calls->ask(['client' => $client, 'user' => $user, 'calls' => $calls]);
    }

    private function refusalOf(array $calls, ?int $user = null, ?int $client = 1001): string
    {
        try {
            $this->ask($calls, $user, $client);
        } catch (Refusal $refusal) {
            return $refusal->answer()[1]['error'];
        }
        return '';
    }

    public function testAnswersEachCallWithWhatWhmcsSays(): void
    {
        $this->whmcs->instead['GetTickets'] = function (): array {
            return ['result' => 'error', 'message' => 'No Tickets'];
        };
        $answer = $this->ask([self::SERVICES, ['action' => 'GetTickets'], ['action' => 'GetProducts']]);
        $this->assertSame(['answers'], array_keys($answer));
        $this->assertSame(['success', 'error', 'success'], array_column($answer['answers'], 'result'));
        $this->assertSame(1001, $this->whmcs->calls[0][1]['clientid']);
        $this->assertSame(['GetProducts', []], $this->whmcs->calls[2]);
    }

    /** @dataProvider accounts */
    public function testTheAccountIsSetByTheAddon(string $action, string $name): void
    {
        foreach ([[], [$name => 1001], [$name => '1001']] as $same) {
            $this->ask([['action' => $action, 'parameters' => $same]]);
            $this->assertSame(1001, end($this->whmcs->calls)[1][$name]);
        }
        foreach ([1002, '1002', '', true, ['1001']] as $other) {
            $this->assertSame('foreign_account', $this->refusalOf([['action' => $action, 'parameters' => [$name => $other]]]));
        }
        $this->assertSame('bad_parameters', $this->refusalOf([['action' => $action]], null, null));
    }

    /** @return array<string, array{0: string, 1: string}> */
    public static function accounts(): array
    {
        return [
            'GetClientsProducts' => ['GetClientsProducts', 'clientid'],
            'GetClientsDomains' => ['GetClientsDomains', 'clientid'],
            'GetInvoices' => ['GetInvoices', 'userid'],
            'GetTickets' => ['GetTickets', 'clientid'],
            'GetPayMethods' => ['GetPayMethods', 'clientid'],
        ];
    }

    public function testWhatTheApiDoesNotTellOfAnAccountIsReadByTheAddon(): void
    {
        $domain = ['action' => 'GetOpenRenewal', 'parameters' => ['domainid' => 12]];
        $after = ['action' => 'GetEvents', 'parameters' => ['after' => 4, 'limit' => 1]];
        list($cancelled, $renewal, $events) = $this->ask([['action' => 'GetCancelledPackages'], $domain, $after])['answers'];
        $this->assertSame([5], array_column($events['rows'], 'id'));
        $this->assertSame([9], array_column($cancelled['rows'], 'relid'));
        $this->assertSame(['id' => 7, 'number' => 'T-7'], $renewal['invoice']);
        $this->assertSame([], $this->whmcs->calls);
        $this->assertSame('bad_parameters', $this->refusalOf([['action' => 'GetCancelledPackages']], null, null));
    }

    public function testAnInvoiceOfAnotherAccountIsNotFound(): void
    {
        $own = $this->whmcs->order(['clientid' => 1001])['invoiceid'];
        $other = $this->whmcs->order(['clientid' => 1002])['invoiceid'];
        $answers = $this->ask([
            ['action' => 'GetInvoice', 'parameters' => ['invoiceid' => $own]],
            ['action' => 'GetInvoice', 'parameters' => ['invoiceid' => $other]],
            ['action' => 'GetInvoice', 'parameters' => ['invoiceid' => 999]],
        ])['answers'];
        $this->assertSame([$own], array_column($answers[0]['rows'], 'id'));
        $this->assertSame(array_fill(0, 2, ['result' => 'success', 'rows' => []]), array_slice($answers, 1));
    }

    public function testAnOrderIsToldWithItsContentsToItsAccountAlone(): void
    {
        $this->whmcs->order(['clientid' => 1001, 'pid' => [7], 'billingcycle' => ['monthly']]);
        $this->whmcs->order(['clientid' => 1002, 'pid' => [7]]);
        list($own, $other, $all) = $this->ask([
            ['action' => 'GetOrder', 'parameters' => ['id' => 1]],
            ['action' => 'GetOrder', 'parameters' => ['id' => 2]],
            ['action' => 'GetOrders'],
        ])['answers'];
        $this->assertSame(['Pending', 301, [101]], [
            $own['order']['status'], $own['order']['invoice'], array_column($own['order']['services'], 'id'),
        ]);
        $this->assertSame(['result' => 'success', 'order' => null], $other);
        $this->assertSame([$own['order']], $all['rows']);
    }

    public function testTellsWhatIsLeftToPayOfEachInvoice(): void
    {
        $this->whmcs->instead['GetInvoices'] = function (array $parameters): array {
            $invoice = ['subtotal' => '10.00', 'tax' => '0.50', 'tax2' => '1.00', 'credit' => '2.00'];
            $rows = [['id' => '7'] + $invoice, ['id' => 8] + $invoice];
            return ['result' => 'success', 'invoices' => ['invoice' => $parameters['limitstart'] === 0 ? $rows : []]];
        };
        $rows = $this->ask([['action' => 'GetInvoices']])['answers'][0]['rows'];
        $this->assertSame(['7.00', '9.50'], array_column($rows, 'balance'));
    }

    public function testTellsTheOwnerAndAPlainPrice(): void
    {
        $this->whmcs->instead['UpgradeProduct'] = function (): array {
            return ['result' => 'success', 'price' => '$-1,208.67 USD'];
        };
        $change = ['serviceid' => 9, 'calconly' => true];
        list($details, $cost) = $this->ask([
            ['action' => 'GetClientsDetails'],
            ['action' => 'UpgradeProduct', 'parameters' => $change],
        ])['answers'];
        $this->assertSame([1001, 11, '-1208.67'], [$details['client']['id'], $details['client']['owner']['id'], $cost['price']]);
    }

    public function testAccessIsToldWithTheAnswers(): void
    {
        $this->assertSame(['owner' => true, 'permissions' => []], $this->ask([self::SERVICES], 11)['access']);
        $this->assertSame(['owner' => false, 'permissions' => ['tickets']], $this->ask([self::SERVICES], 12)['access']);
    }

    public function testNothingIsAskedForAUserWhoDoesNotManageTheAccount(): void
    {
        $this->assertSame(['access' => null, 'answers' => []], $this->ask([self::SERVICES], 14));
        $this->assertSame(['access' => null, 'answers' => []], $this->ask([self::SERVICES], 11, 1002));
        $this->assertSame([], $this->whmcs->calls);
    }

    public function testACallThatFailsCostsItself(): void
    {
        $this->whmcs->instead['GetClientsProducts'] = function (): array {
            throw new RuntimeException('planted');
        };
        $answers = $this->ask([self::SERVICES, ['action' => 'GetTickets']])['answers'];
        $this->assertSame(['result' => 'error', 'error' => 'failed', 'message' => 'Internal Failure'], $answers[0]);
        $this->assertSame('success', $answers[1]['result']);
        $this->assertSame(['Frontdesk: GetClientsProducts failed (RuntimeException)'], MemoryWhmcs::$log);
    }

    public function testEightCallsAreAnsweredAndNineAreNot(): void
    {
        $this->assertCount(8, $this->ask(array_fill(0, 8, ['action' => 'GetPaymentMethods']))['answers']);
        $this->assertSame('bad_parameters', $this->refusalOf(array_fill(0, 9, self::SERVICES)));
        $this->assertCount(8, $this->whmcs->calls);
    }

    /** @dataProvider refused */
    public function testRefuses(string $code, array $calls, ?int $user = null, ?int $client = 1001): void
    {
        $this->assertSame($code, $this->refusalOf($calls, $user, $client));
        $this->assertSame([], $this->whmcs->calls);
    }

    /** @return array<string, list<mixed>> */
    public static function refused(): array
    {
        return [
            'an action that writes' => ['unknown_call', [self::SERVICES, ['action' => 'UpdateClient']]],
            'an action that tells a password' => ['unknown_call', [['action' => 'GetClientPassword']]],
            'an action in other letters' => ['unknown_call', [['action' => 'getclientsproducts']]],
            'no action' => ['unknown_call', [['parameters' => []]]],
            'yes' => ['unknown_call', [['action' => true]]],
            'no calls' => ['bad_parameters', []],
            'a user without an account' => ['bad_parameters', [['action' => 'GetCurrencies']], 11, null],
            'an account by its address' => [
                'bad_parameters',
                [['action' => 'GetClientsDetails', 'parameters' => ['email' => 'owner@maple.example']]],
            ],
            'prices for an account' => [
                'bad_parameters',
                [['action' => 'GetTLDPricing', 'parameters' => ['clientid' => 1001]]],
            ],
            'a setting' => [
                'unknown_call',
                [['action' => 'GetConfigurationValue', 'parameters' => ['setting' => 'SMTPPassword']]],
            ],
        ];
    }

    public function testProviderWideCallsNeedNoAccount(): void
    {
        $calls = [
            ['action' => 'GetClients'],
            ['action' => 'GetTLDPricing', 'parameters' => ['currencyid' => 1]],
        ];
        $this->assertCount(2, $this->ask($calls, null, null)['answers']);
    }

    public function testWhatIsTheAccountsIsComparedBeforeItIsRead(): void
    {
        $this->whmcs->instead['DomainGetNameservers'] = function (): array {
            return ['result' => 'success', 'ns1' => 'ns1.example'];
        };
        $change = ['serviceid' => 9, 'type' => 'product', 'newproductid' => 8, 'calconly' => true];
        $own = $this->ask([
            ['action' => 'DomainGetNameservers', 'parameters' => ['domainid' => 12]],
            ['action' => 'UpgradeProduct', 'parameters' => $change],
        ])['answers'];
        $this->assertSame(['success', 'success'], array_column($own, 'result'));
        $this->whmcs->calls = [];
        $other = $this->ask([
            ['action' => 'DomainGetNameservers', 'parameters' => ['domainid' => 13]],
            ['action' => 'DomainGetWhoisInfo', 'parameters' => []],
            ['action' => 'UpgradeProduct', 'parameters' => ['serviceid' => 8] + $change],
        ])['answers'];
        $expected = ['Domain ID Not Found', 'Domain ID Not Found', 'Service ID Not Found'];
        $this->assertSame($expected, array_column($other, 'message'));
        $this->assertSame([], $this->whmcs->calls);
        foreach ([false, 1, null] as $calconly) {
            $call = ['action' => 'UpgradeProduct', 'parameters' => ['calconly' => $calconly] + $change];
            $this->assertSame('bad_parameters', $this->refusalOf([$call]));
        }
    }

    public function testWhoHoldsANameIsToldWithoutAnythingElse(): void
    {
        $this->whmcs->instead['GetClientsDomains'] = function (): array {
            $row = ['id' => 5, 'userid' => 1002, 'domainname' => 'a.example', 'status' => 'Active', 'registrar' => 'enom'];
            return ['result' => 'success', 'domains' => ['domain' => [$row]]];
        };
        $search = ['action' => 'GetClientsDomains', 'parameters' => ['domain' => 'a.example']];
        $row = ['id' => 5, 'userid' => 1002, 'domainname' => 'a.example', 'status' => 'Active'];
        $expected = ['result' => 'success', 'rows' => [$row]];
        $this->assertSame($expected, $this->ask([$search], null, null)['answers'][0]);
        foreach ([[], ['domain' => ''], ['domain' => ['a.example']], ['domain' => 'a.example', 'clientid' => 1002]] as $parameters) {
            $call = ['action' => 'GetClientsDomains', 'parameters' => $parameters];
            $this->assertSame('bad_parameters', $this->refusalOf([$call], null, null));
        }
    }

    public function testWhatNeverLeavesWhmcsIsInNoAnswer(): void
    {
        $this->whmcs->instead['GetPayMethods'] = function (): array {
            $card = ['id' => 1, 'type' => 'CreditCard', 'card_last_four' => 'planted', 'remote_token' => 'planted'];
            return ['result' => 'success', 'paymethods' => [$card]];
        };
        $this->whmcs->instead['GetClientsProducts'] = function (): array {
            $service = ['id' => 9, 'Password' => 'planted', 'username' => 'u', 'customfields' => ['customfield' => ['planted']]];
            return ['result' => 'success', 'products' => ['product' => [$service]]];
        };
        $answers = $this->ask([['action' => 'GetPayMethods'], self::SERVICES])['answers'];
        $this->assertSame([[['id' => 1]], [['id' => 9, 'username' => 'u']]], array_column($answers, 'rows'));
    }

    public function testWithoutAnAdministratorNothingIsAsked(): void
    {
        $this->installation->administrator = null;
        $this->assertSame('no_administrator', $this->refusalOf([self::SERVICES]));
        $this->assertSame([], $this->whmcs->calls);
    }

    public function testNoOtherActionOfTheApiIsAsked(): void
    {
        $taken = ApiActions::takenBy(function (string $action): string {
            return $this->refusalOf([['action' => $action, 'parameters' => []]]);
        });
        $this->assertSame([
            'DomainGetLockingStatus', 'DomainGetNameservers', 'DomainGetWhoisInfo', 'GetCancelledPackages', 'GetClients',
            'GetClientsDetails', 'GetClientsDomains', 'GetClientsProducts', 'GetInvoice', 'GetInvoices', 'GetOrders', 'GetPayMethods',
            'GetPaymentMethods', 'GetProducts', 'GetPromotions', 'GetTLDPricing', 'GetTickets', 'UpgradeProduct',
        ], $taken);
    }
}
