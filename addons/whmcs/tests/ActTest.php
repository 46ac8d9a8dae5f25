<?php

use PHPUnit\Framework\TestCase;

final class ActTest extends TestCase
{
    private const DONE = [
        'state' => 'done',
        'services' => [101],
        'domains' => [],
        'order' => 1,
        'invoice' => 301,
        'subtotal' => '12.00',
        'differs' => [],
        'memo' => 'a memo',
    ];

    /** @var ActingScene */
    private $scene;
    /** @var MemoryWhmcs */
    private $whmcs;

    protected function setUp(): void
    {
        $this->scene = new ActingScene();
        $this->whmcs = $this->scene->whmcs;
    }

    protected function tearDown(): void
    {
        $this->assertSame([], $this->scene->lock->held);
    }

    public function testPlacesAnOrderForItsAccountOnce(): void
    {
        $this->assertSame(self::DONE, $this->scene->act());
        list($action, $parameters) = $this->whmcs->calls[0];
        $this->assertSame(['AddOrder', 1001], [$action, $parameters['clientid']]);
        $this->assertSame([10], $this->scene->lock->waits);
    }

    public function testARepeatedReferenceHasTheFirstOutcomeWhateverItSays(): void
    {
        $this->scene->act();
        $this->assertSame(self::DONE, $this->scene->act());
        $this->assertSame(self::DONE, $this->scene->act(['parameters' => ['pid' => [8]], 'memo' => 'another']));
        $this->assertCount(1, $this->whmcs->orders);
        $this->scene->act(['reference' => 'another']);
        $this->scene->act(['client' => 1002]);
        $this->scene->act(['reference' => 'A-reference']);
        $this->assertCount(4, $this->whmcs->orders);
    }

    public function testDoesNothingWhileAnotherProcessIsAtWorkForTheAccount(): void
    {
        $this->scene->lock->elsewhere = [1001 => true];
        $this->assertSame('busy', $this->scene->refusalOf([]));
        $this->assertSame([[], []], [$this->whmcs->calls, $this->scene->rows->rows]);
        $this->assertSame('done', $this->scene->act(['client' => 1002])['state']);
    }

    public function testAnErrorWithoutAnOrderWasNothing(): void
    {
        $this->whmcs->instead['AddOrder'] = function (): array {
            return ['result' => 'error', 'message' => 'Invalid Payment Method'];
        };
        $this->assertSame(['state' => 'refused', 'text' => 'Invalid Payment Method'], $this->scene->act());
        $this->assertSame([], $this->scene->rows->rows);
        unset($this->whmcs->instead['AddOrder']);
        $this->assertSame('done', $this->scene->act()['state']);
    }

    public function testAnErrorWithAnOrderWasTheOrder(): void
    {
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->whmcs->order($parameters);
            return ['result' => 'error', 'message' => 'Out of Stock'];
        };
        $this->assertSame(self::DONE, $this->scene->act());
        $this->assertSame(self::DONE, $this->scene->act());
    }

    public function testAWarningWithoutAResultIsJudgedByTheOrders(): void
    {
        $this->whmcs->instead['AddOrder'] = function (): array {
            return ['warning' => 'Invalid or Missing Payment Information'];
        };
        $expected = ['state' => 'refused', 'text' => 'Invalid or Missing Payment Information'];
        $this->assertSame($expected, $this->scene->act());
    }

    public function testAnotherPriceIsTakenBack(): void
    {
        $this->whmcs->subtotal = '15.00';
        $differing = ['subtotal' => '15.00', 'differs' => ['price']];
        $expected = ['state' => 'taken_back', 'order' => 1, 'invoice' => 301] + $differing + ['memo' => 'a memo'];
        $this->assertSame($expected, $this->scene->act());
        $this->assertSame(['AddOrder', 'GetInvoice', 'CancelOrder'], $this->whmcs->called());
        $this->assertSame($expected, $this->scene->find());
    }

    /** @dataProvider untouched */
    public function testAnInvoiceThatIsPaidInPartIsNotTakenBack(array $members): void
    {
        $this->whmcs->instead['AddOrder'] = function (array $parameters) use ($members): array {
            $answer = $this->whmcs->order($parameters);
            $this->whmcs->invoices[301] = $members + $this->whmcs->invoices[301];
            return $answer;
        };
        $this->whmcs->subtotal = '15.00';
        $this->assertSame(array_replace(self::DONE, ['subtotal' => '15.00', 'differs' => ['price']]), $this->scene->act());
        $this->assertNotContains('CancelOrder', $this->whmcs->called());
    }

    /** @return array<string, array{0: array<string, string>}> */
    public static function untouched(): array
    {
        return [
            'paid' => [['status' => 'Paid', 'balance' => '0.00']],
            'paid in part' => [['balance' => '5.00']],
            'with credit' => [['credit' => '15.00', 'total' => '0.00', 'balance' => '0.00']],
            'with a balance that does not read' => [['balance' => 'n/a']],
        ];
    }

    public function testWhatChangesAThingThatExistsIsNotTakenBack(): void
    {
        $this->whmcs->subtotal = '15.00';
        $parameters = ['serviceid' => 9, 'type' => 'product', 'newproductid' => 8];
        $change = ['action' => 'UpgradeProduct', 'parameters' => $parameters, 'take_back' => false];
        $outcome = $this->scene->act($change);
        $this->assertSame(['done', '15.00', ['price']], [$outcome['state'], $outcome['subtotal'], $outcome['differs']]);
        $this->assertSame(['UpgradeProduct', 'GetInvoice'], $this->whmcs->called());
    }

    /** @dataProvider failingCancellations */
    public function testACancellationCountsOnceTheOrderSaysSo(callable $cancel): void
    {
        $this->whmcs->subtotal = '15.00';
        $this->whmcs->instead['CancelOrder'] = $cancel;
        $this->assertSame(['state' => 'under_way'], $this->scene->act());
        $this->assertSame(['state' => 'under_way'], $this->scene->find());
        unset($this->whmcs->instead['CancelOrder']);
        $this->assertSame(['taken_back', '15.00'], [$this->scene->find()['state'], $this->scene->act()['subtotal']]);
        $this->assertCount(1, $this->whmcs->orders);
    }

    /** @return array<string, array{0: callable}> */
    public static function failingCancellations(): array
    {
        return [
            'success without effect' => [function (): array {
                return ['result' => 'success'];
            }],
            'an error' => [function (): array {
                return ['result' => 'error', 'message' => 'Order ID not found or Status not Pending'];
            }],
            'a failure' => [function (): array {
                throw new RuntimeException('a hook');
            }],
        ];
    }

    public function testAnErrorOfACancellationThatWorkedIsNoError(): void
    {
        $this->whmcs->subtotal = '15.00';
        $this->whmcs->instead['CancelOrder'] = function (array $parameters): array {
            $this->whmcs->orders[$parameters['orderid']]['status'] = 'Cancelled';
            return ['result' => 'error', 'message' => 'Order ID not found or Status not Pending'];
        };
        $this->assertSame('taken_back', $this->scene->act()['state']);
    }

    public function testWithoutAPriceToCompareNothingIsTakenBack(): void
    {
        $this->whmcs->subtotal = '15.00';
        $this->assertSame('15.00', $this->scene->act(['subtotal' => null])['subtotal']);
        $this->assertNotContains('CancelOrder', $this->whmcs->called());
    }

    public function testAnOrderWithoutAnInvoiceIsDone(): void
    {
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            return ['invoiceid' => 0] + $this->whmcs->order($parameters);
        };
        $this->assertSame(array_replace(self::DONE, ['invoice' => null, 'subtotal' => null]), $this->scene->act());
    }

    /** @dataProvider unreadInvoices */
    public function testAnOrderWhoseInvoiceDoesNotReadIsUnderWayUntilItDoes(callable $answer): void
    {
        $this->whmcs->instead['GetInvoice'] = $answer;
        $this->assertSame(['state' => 'under_way'], $this->scene->act());
        unset($this->whmcs->instead['GetInvoice']);
        $this->assertSame(self::DONE, $this->scene->find());
        $this->whmcs->instead['GetInvoice'] = $answer;
        $this->assertSame(['state' => 'under_way'], $this->scene->act(['reference' => 'kept', 'take_back' => false]));
    }

    public function testAnOrderThatAStoredCardMayBeChargedForIsTakenBack(): void
    {
        $this->whmcs->more = ['ccgateway' => 'true', 'paymentmethod' => 'MAIL'];
        $this->assertSame(['taken_back', ['gateway']], $this->judgement($this->scene->act()));
        $this->whmcs->more = ['ccgateway' => 'true', 'paymentmethod' => 'stripe'];
        $this->assertSame(['done', ['moved']], $this->judgement($this->scene->act(['reference' => 'moved'])));
        $this->whmcs->more = ['ccgateway' => false, 'paymentmethod' => 'mail'];
        $this->assertSame(['done', []], $this->judgement($this->scene->act(['reference' => 'uncaptured'])));
    }

    /** @return array{0: string, 1: list<string>} */
    private function judgement(array $outcome): array
    {
        return [$outcome['state'], $outcome['differs']];
    }

    public function testAnOrderThatStaffCancelsOnceItIsDoneIsTakenBackUnlessItWasPaid(): void
    {
        $this->scene->act();
        $this->whmcs->orders[1]['status'] = 'Cancelled';
        $this->assertSame(['taken_back', []], $this->judgement($this->scene->find()));
        $this->whmcs->invoices[301]['status'] = 'Paid';
        $this->assertSame(['done', []], $this->judgement($this->scene->find()));
    }

    public function testTheCustomerIsMailedOnceAboutAnInvoiceAtTheAgreedPrice(): void
    {
        $mails = function (): array {
            return array_values(array_filter($this->whmcs->calls, function (array $call): bool {
                return $call[0] === 'SendEmail';
            }));
        };
        $this->scene->act();
        $this->scene->act();
        $this->scene->find();
        $mail = ['SendEmail', ['messagename' => 'Invoice Created', 'id' => 301]];
        $this->assertSame([$mail], $mails());
        $change = ['serviceid' => 9, 'type' => 'product', 'newproductid' => 8];
        $this->scene->act(['reference' => 'b', 'action' => 'UpgradeProduct', 'parameters' => $change, 'take_back' => false]);
        $this->scene->act(['reference' => 'c', 'subtotal' => '15.00', 'take_back' => false]);
        $this->scene->act(['reference' => 'd', 'subtotal' => '15.00']);
        $this->assertSame([$mail], $mails());
        $this->whmcs->instead['SendEmail'] = function (): array {
            throw new RuntimeException('no mail server');
        };
        $this->assertSame('done', $this->scene->act(['reference' => 'e'])['state']);
        $this->assertStringContainsString('was not mailed', implode(MemoryWhmcs::$log));
    }

    /** @return array<string, array{0: callable}> */
    public static function unreadInvoices(): array
    {
        return [
            'an error' => [function (): array {
                return ['result' => 'error', 'message' => 'Invoice ID Not Found'];
            }],
            'of another account' => [function (): array {
                return ['result' => 'success', 'userid' => 1002, 'subtotal' => '12.00'];
            }],
            'a failure' => [function (): array {
                throw new RuntimeException('a hook');
            }],
        ];
    }

    public function testWhatWhmcsDoesTwiceIsSeveral(): void
    {
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->whmcs->order($parameters);
            return $this->whmcs->order($parameters);
        };
        $several = ['state' => 'several', 'orders' => [1, 2], 'memo' => 'a memo'];
        $this->assertSame($several, $this->scene->act());
        $this->assertSame($several, $this->scene->act());
        $this->assertSame($several, $this->scene->find());
        unset($this->whmcs->instead['AddOrder']);
        $this->assertSame(3, $this->scene->act(['reference' => 'next'])['order']);
    }

    public function testAnOrderWhoseReferenceWasWithdrawnMeanwhileIsShown(): void
    {
        // The connection, and the lock with it, is lost while WHMCS works.
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->assertSame(['state' => 'absent'], $this->scene->find());
            return $this->whmcs->order($parameters);
        };
        $this->assertSame(['state' => 'several', 'orders' => [1], 'memo' => 'a memo'], $this->scene->act());
        $this->assertStringContainsString('order 1 appeared after', implode(MemoryWhmcs::$log));
    }

    public function testAnOrderThatWasFoundWhileItWasPlacedIsItsOwn(): void
    {
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $answer = $this->whmcs->order($parameters);
            $this->assertSame(self::DONE, $this->scene->find());
            return $answer;
        };
        $this->assertSame(self::DONE, $this->scene->act());
        $this->assertSame([], MemoryWhmcs::$log);
    }

    public function testASuccessThatNamesNoOrderIsLookedFor(): void
    {
        $this->whmcs->instead['AddOrder'] = function (): array {
            return ['result' => 'success'];
        };
        $this->assertSame(['state' => 'under_way'], $this->scene->act());
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->whmcs->order($parameters);
            return ['result' => 'success'];
        };
        $this->assertSame(self::DONE, $this->scene->act(['reference' => 'another']));
    }

    public function testWithoutAnAdministratorNothingIsOrdered(): void
    {
        $this->scene->installation->administrator = null;
        $this->assertSame('no_administrator', $this->scene->refusalOf([]));
        $this->assertSame([], $this->whmcs->calls);
    }

    public function testWithoutItsSettingNothingIsOrdered(): void
    {
        $this->scene->installation->allowsOrders = false;
        $this->assertSame('not_allowed', $this->scene->refusalOf([]));
        $this->assertSame([[], []], [$this->whmcs->calls, $this->scene->rows->rows]);
        $this->assertSame(['state' => 'absent'], $this->scene->find());
    }

    /** @dataProvider refusedRequests */
    public function testRefuses(string $code, array $changes): void
    {
        $this->assertSame($code, $this->scene->refusalOf($changes));
        $this->assertSame([[], []], [$this->whmcs->calls, $this->scene->rows->rows]);
    }

    /** @return array<string, array{0: string, 1: array<string, mixed>}> */
    public static function refusedRequests(): array
    {
        $domain = ['domain' => ['a.example'], 'domaintype' => ['register']];
        return [
            'another action' => ['unknown_call', ['action' => 'AcceptOrder']],
            'an action in other letters' => ['unknown_call', ['action' => 'addorder']],
            'yes as the action' => ['unknown_call', ['action' => true]],
            'a price' => ['bad_parameters', ['parameters' => ['priceoverride' => ['0.01']]]],
            'a price of a domain' => ['bad_parameters', ['parameters' => ['domainpriceoverride' => ['0.01']] + $domain]],
            'a calculation' => ['bad_parameters', ['action' => 'UpgradeProduct', 'parameters' => ['calconly' => true]]],
            'a parameter of the other action' => ['bad_parameters', ['parameters' => ['serviceid' => 9]]],
            'a list of parameters' => ['bad_parameters', ['parameters' => ['pid']]],
            'lists in a list' => ['bad_parameters', ['parameters' => ['pid' => [[7]]]]],
            'no parameters' => ['bad_parameters', ['parameters' => null]],
            'another account' => ['foreign_account', ['parameters' => ['clientid' => 1002]]],
            'no account' => ['bad_parameters', ['client' => null]],
            'an account as a text' => ['bad_parameters', ['client' => '1001']],
            'no reference' => ['bad_parameters', ['reference' => '']],
            'a reference with a space' => ['bad_parameters', ['reference' => 'a reference']],
            'a long reference' => ['bad_parameters', ['reference' => str_repeat('r', 129)]],
            'a long memo' => ['bad_parameters', ['memo' => str_repeat('m', 8193)]],
            'a price that is none' => ['bad_parameters', ['subtotal' => '12,00']],
            'no word of taking back' => ['bad_parameters', ['take_back' => null]],
        ];
    }

    public function testEverythingOfAnOrderOfANameIsAllowed(): void
    {
        $parameters = [
            'clientid' => 1001, 'paymentmethod' => 'mail', 'domain' => ['a.example'], 'domaintype' => ['register'], 'regperiod' => [1],
            'eppcode' => ['secret'], 'nameserver1' => 'ns1.example', 'nameserver5' => 'ns5.example', 'domainfields' => ['Légal Type' => 'CCT'],
            'noemail' => true, 'noinvoiceemail' => true,
        ];
        $outcome = $this->scene->act(['parameters' => $parameters]);
        $this->assertSame(['done', [], [201]], [$outcome['state'], $outcome['services'], $outcome['domains']]);
        $this->assertSame([base64_encode('a:1:{s:11:"Légal Type";s:3:"CCT";}')], $this->whmcs->calls[0][1]['domainfields']);
        // An auth code is in no row.
        $this->assertStringNotContainsString('secret', serialize($this->scene->rows->rows));
    }
}
