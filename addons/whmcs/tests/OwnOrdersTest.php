<?php

use PHPUnit\Framework\TestCase;

/** Whether WHMCS notes orders for the administrator is learnt from the orders that are placed. */
final class OwnOrdersTest extends TestCase
{
    private const STAFF = 99;

    /** @var ActingScene */
    private $scene;

    protected function setUp(): void
    {
        $this->scene = new ActingScene();
    }

    /** An order is noted for somebody else than its administrator. */
    private function orderAs(int $administrator, int $user): void
    {
        $this->scene->whmcs->instead['AddOrder'] = function (array $parameters) use ($administrator, $user): array {
            return $this->scene->whmcs->order($parameters, $administrator, $user);
        };
        $this->assertSame('done', $this->scene->act(['reference' => "as-$administrator-$user"])['state']);
        unset($this->scene->whmcs->instead['AddOrder']);
    }

    /** What is found of an action that is gone after it had ordered, noted for somebody else. */
    private function foundAs(int $administrator, int $user): string
    {
        $this->scene->die(function () use ($administrator, $user): void {
            $this->scene->orderOf($administrator, $user);
        });
        return $this->scene->find()['state'];
    }

    /** @dataProvider others */
    public function testBeforeAnOrderHasShownItOthersAreNoOutcome(int $administrator, int $user): void
    {
        $this->scene->store->settings = [];
        $this->assertSame('several', $this->foundAs($administrator, $user));
    }

    public function testBeforeAnOrderHasShownItItsAdministratorsIsTheOutcome(): void
    {
        $this->scene->store->settings = [];
        $this->assertSame('done', $this->foundAs(MemoryWhmcs::ADMINISTRATOR, 0));
    }

    /** @dataProvider others */
    public function testOnceAnOrderHasShownItOthersAreNotTaken(int $administrator, int $user): void
    {
        $this->scene->store->settings = [];
        $this->scene->act(['reference' => 'first']);
        $this->assertSame('absent', $this->foundAs($administrator, $user));
        $this->assertSame([], MemoryWhmcs::$log);
    }

    /** @dataProvider others */
    public function testOnceAnOrderHasShownTheContraryNoneIsTheOutcome(int $administrator, int $user): void
    {
        $this->orderAs($administrator, $user);
        $this->assertSame('several', $this->foundAs($administrator, $user));
        $this->assertCount(1, MemoryWhmcs::$log);
        $this->assertStringContainsString('order 1 is not recorded', MemoryWhmcs::$log[0]);
    }

    /** @return array<string, array{0: int, 1: int}> */
    public static function others(): array
    {
        return ['another administrator' => [self::STAFF, 0], 'a user' => [0, 11]];
    }

    public function testAnOrderThatIsNotedForNobodyShowsItToo(): void
    {
        $this->scene->store->settings = [];
        $this->orderAs(0, 0);
        $this->assertSame('absent', $this->foundAs(self::STAFF, 0));
    }

    public function testWhatASuccessNamesIsComparedWithOrdersThatAreNotedLikeIt(): void
    {
        $this->scene->store->settings = [];
        $this->scene->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->scene->orderOf(0, 11);
            return $this->scene->whmcs->order($parameters);
        };
        $this->assertSame(['done', 2], array_values(array_intersect_key($this->scene->act(), ['state' => 0, 'order' => 0])));
        $this->scene->whmcs->instead['AddOrder'] = function (array $parameters): array {
            $this->scene->whmcs->order($parameters, self::STAFF);
            return $this->scene->whmcs->order($parameters, self::STAFF);
        };
        $this->assertSame([3, 4], $this->scene->act(['reference' => 'twice'])['orders']);
    }
}
