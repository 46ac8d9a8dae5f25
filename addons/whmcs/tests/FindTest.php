<?php

use Frontdesk\Acting\ActionRow;
use Frontdesk\Refusal;
use PHPUnit\Framework\TestCase;

final class FindTest extends TestCase
{
    private const ABSENT = ['state' => 'absent'];
    private const UNDER_WAY = ['state' => 'under_way'];

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

    /** What a process orders before it is gone. */
    private function order(): callable
    {
        return function (array $parameters): void {
            $this->whmcs->order($parameters);
        };
    }

    public function testAnUnknownReferenceIsAbsentAndALateOneDoesNothing(): void
    {
        $this->assertSame(self::ABSENT, $this->scene->find());
        $this->assertSame(self::ABSENT, $this->scene->act());
        $this->assertSame([], $this->whmcs->calls);
        $this->assertSame(self::ABSENT, $this->scene->find());
        $this->assertSame('done', $this->scene->act(['reference' => 'another'])['state']);
    }

    public function testAReferenceOfAnotherAccountIsAbsent(): void
    {
        $this->scene->act();
        $this->assertSame(self::ABSENT, $this->scene->find('a-reference', 1002));
        $this->assertSame('done', $this->scene->find()['state']);
    }

    public function testDoesNotWaitForWhoIsAtWork(): void
    {
        $this->scene->lock->elsewhere = [1001 => true];
        $this->assertSame(self::UNDER_WAY, $this->scene->find());
        $this->assertSame([0], $this->scene->lock->waits);
        $this->assertSame([], $this->scene->rows->rows);
    }

    public function testWhatHasEndedIsToldWhileAnotherActionIsAtWork(): void
    {
        $this->scene->act();
        $this->scene->lock->elsewhere = [1001 => true];
        $this->assertSame('done', $this->scene->find()['state']);
    }

    public function testAProcessThatIsGoneBeforeItOrderedLeftNothing(): void
    {
        $this->scene->die(function (): void {
        });
        $this->assertSame(ActionRow::UNDER_WAY, $this->scene->rows->find(1001, 'a-reference')->state);
        $this->assertSame(self::ABSENT, $this->scene->find());
        // For good: nothing comes of it later.
        $this->assertSame(self::ABSENT, $this->scene->act());
        $this->assertSame([], $this->whmcs->orders);
    }

    public function testAProcessThatIsGoneAfterItOrderedHasOrdered(): void
    {
        $this->scene->die($this->order());
        $done = [
            'state' => 'done',
            'services' => [101],
            'domains' => [],
            'order' => 1,
            'invoice' => 301,
            'subtotal' => '12.00',
            'differs' => [],
            'memo' => 'a memo',
        ];
        $this->assertSame($done, $this->scene->find());
        $this->assertSame($done, $this->scene->act());
        $this->assertCount(1, $this->whmcs->orders);
    }

    public function testARepeatedActionOfAProcessThatIsGoneOrdersNothing(): void
    {
        $this->scene->die($this->order());
        $this->assertSame('done', $this->scene->act()['state']);
        $this->scene->die(function (): void {
        }, ['reference' => 'another']);
        $this->assertSame(self::ABSENT, $this->scene->act(['reference' => 'another']));
        $this->assertCount(1, $this->whmcs->orders);
    }

    public function testAProcessThatIsGoneWhileItTookBackHasTakenBack(): void
    {
        $this->whmcs->subtotal = '15.00';
        $this->whmcs->instead['GetInvoice'] = function (): array {
            throw new Error('the process is gone');
        };
        $this->scene->act();
        $row = $this->scene->rows->rows['1001 a-reference'];
        list($row->state, $this->whmcs->orders[1]['status']) = [ActionRow::UNDER_WAY, 'Cancelled'];
        unset($this->whmcs->instead['GetInvoice']);
        $differing = ['subtotal' => '15.00', 'differs' => ['price']];
        $expected = ['state' => 'taken_back', 'order' => 1, 'invoice' => 301] + $differing + ['memo' => 'a memo'];
        $this->assertSame($expected, $this->scene->find());
    }

    public function testAProcessThatIsGoneBeforeItComparedPricesIsJudgedByWhoAsksNext(): void
    {
        $this->whmcs->subtotal = '15.00';
        $this->scene->die($this->order());
        $this->assertSame('taken_back', $this->scene->find()['state']);
        $this->assertTrue($this->whmcs->isCancelled(1));
    }

    public function testTwoOrdersOfAProcessThatIsGoneAreSeveral(): void
    {
        $this->scene->die(function (array $parameters): void {
            $this->whmcs->order($parameters);
            $this->whmcs->order($parameters);
        });
        $several = ['state' => 'several', 'orders' => [1, 2], 'memo' => 'a memo'];
        $this->assertSame($several, $this->scene->find());
        $this->assertSame($several, $this->scene->act());
    }

    /** @dataProvider orders */
    public function testWhoseOrderItIs(string $state, int $administrator, int $user, array $parameters): void
    {
        $this->scene->orderOf(MemoryWhmcs::ADMINISTRATOR);
        $this->scene->die(function () use ($administrator, $user, $parameters): void {
            $this->scene->orderOf($administrator, $user, $parameters);
        });
        $this->assertSame($state, $this->scene->find()['state']);
    }

    /** @return array<string, array{0: string, 1: int, 2: int, 3: array<string, mixed>}> */
    public static function orders(): array
    {
        $own = MemoryWhmcs::ADMINISTRATOR;
        $name = ['domaintype' => 'register', 'domain' => 'a.example'];
        return [
            'of the administrator' => ['done', $own, 0, ['pid' => 7]],
            'of nobody' => ['several', 0, 0, ['pid' => 7]],
            'of the administrator, of which nothing says what it is' => ['done', $own, 0, []],
            'of another administrator' => ['absent', 6, 0, ['pid' => 7]],
            'of a customer' => ['absent', 0, 11, ['pid' => 7]],
            'of another product' => ['absent', $own, 0, ['pid' => 8]],
            'of a name' => ['absent', $own, 0, $name],
            'of a name with the product' => ['done', $own, 0, ['pid' => 7] + $name],
        ];
    }

    /** @dataProvider names */
    public function testANameIsComparedAsFarAsItsFormIsKnown(bool $isOwn, string $ordered, string $found): void
    {
        $this->scene->die(function () use ($found): void {
            $this->scene->orderOf(MemoryWhmcs::ADMINISTRATOR, 0, ['domaintype' => 'register', 'domain' => $found]);
        }, ['parameters' => ['domaintype' => ['register'], 'domain' => [$ordered]]]);
        $this->assertSame($isOwn ? 'done' : 'absent', $this->scene->find()['state']);
    }

    /** @return array<string, array{0: bool, 1: string, 2: string}> */
    public static function names(): array
    {
        return [
            'the same' => [true, 'a.example', 'A.example'],
            'another' => [false, 'a.example', 'b.example'],
            'in another form' => [true, 'xn--tda.example', 'ü.example'],
        ];
    }

    public function testARenewalIsAnOrderThatMadeNothing(): void
    {
        $renewal = ['parameters' => ['domainrenewals' => ['a.example' => 1]], 'take_back' => false];
        $this->scene->die(function () use ($renewal): void {
            $this->scene->orderOf(MemoryWhmcs::ADMINISTRATOR, 0, ['pid' => 7]);
            $this->whmcs->order(['clientid' => 1001]);
        }, $renewal);
        $outcome = $this->scene->find();
        $this->assertSame(['done', 2, []], [$outcome['state'], $outcome['order'], $outcome['services']]);
    }

    public function testAnOrderThatBelongsToAnotherReferenceIsNotTaken(): void
    {
        $this->scene->die($this->order());
        $this->scene->act(['reference' => 'another']);
        $this->assertSame(2, $this->scene->find('another')['order']);
        $this->assertSame(1, $this->scene->find()['order']);
    }

    public function testWhatAnotherActionDoesTwiceIsItsOwn(): void
    {
        // Before it had done anything.
        $this->scene->die(function (): void {
        });
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->whmcs->order($parameters);
            return $this->whmcs->order($parameters);
        };
        $this->assertSame([1, 2], $this->scene->act(['reference' => 'another'])['orders']);
        $this->assertSame(self::ABSENT, $this->scene->find());
    }

    public function testAnActionThatIsGoneHasItsOrderBeforeTheNextOneOrders(): void
    {
        $this->scene->die($this->order());
        $this->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->whmcs->order($parameters);
            return $this->whmcs->order($parameters);
        };
        $this->assertSame([2, 3], $this->scene->act(['reference' => 'another'])['orders']);
        $this->assertSame(1, $this->scene->find()['order']);
    }

    public function testWhatIsOnlyLookedForStaysFree(): void
    {
        $this->assertSame(self::ABSENT, $this->scene->look());
        $this->assertSame([], $this->scene->rows->rows);
        $this->scene->die(function (): void {
        });
        $this->assertSame(self::UNDER_WAY, $this->scene->look());
        $this->assertSame(ActionRow::UNDER_WAY, $this->scene->rows->find(1001, 'a-reference')->state);
        $this->scene->orderOf(MemoryWhmcs::ADMINISTRATOR);
        $this->assertSame('done', $this->scene->look()['state']);
        $this->expectExceptionObject(new Refusal('bad_parameters'));
        $this->scene->find('a-reference', 0);
    }

    public function testIsAnsweredWithoutAnAdministratorToo(): void
    {
        $this->scene->die($this->order());
        $this->scene->installation->administrator = null;
        $this->assertSame('done', $this->scene->find()['state']);
        $this->assertSame(self::ABSENT, $this->scene->find('another'));
    }
}
