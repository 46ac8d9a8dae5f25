<?php

use Frontdesk\Acting\OrderedItems;
use PHPUnit\Framework\TestCase;

/** Which orders may match the request, by their contents. */
final class OrderedItemsTest extends TestCase
{
    private const PLAN = ['pid' => [7], 'billingcycle' => ['monthly'], 'domain' => ['a.example']];
    private const NAME = ['domain' => ['a.example'], 'domaintype' => ['register'], 'regperiod' => [2]];
    private const RENEWAL = ['domainrenewals' => ['a.example' => 1]];
    private const CHANGE = ['serviceid' => 9, 'newproductid' => 8, 'newproductbillingcycle' => 'annually'];

    /** As `Orders::contents` gives it, with nothing in it. */
    private const NOTHING = ['invoice' => 301, 'services' => [], 'domains' => [], 'renewals' => [], 'changes' => []];

    /** @dataProvider orders */
    public function testAnOrderMayBeTheOne(bool $may, array $parameters, array $made): void
    {
        $items = OrderedItems::in($parameters);
        $this->assertSame($may, $items->mayBe($made + self::NOTHING));
        $kept = OrderedItems::kept(json_decode(json_encode($items), true));
        $this->assertEquals($items, $kept);
    }

    /** @return array<string, array{0: bool, 1: array<string, mixed>, 2: array<string, mixed>}> */
    public static function orders(): array
    {
        $service = function (array $changes = []): array {
            $own = ['id' => 101, 'product' => 7, 'cycle' => 'Monthly', 'domain' => 'a.example'];
            return ['services' => [$changes + $own]];
        };
        $domain = function (array $changes = []): array {
            $own = ['id' => 201, 'name' => 'A.example', 'type' => 'Register', 'years' => 2];
            return ['domains' => [$changes + $own]];
        };
        $renewal = function (array $changes = []): array {
            return ['renewals' => [$changes + ['name' => 'a.example', 'years' => 1]]];
        };
        $change = function (array $changes = []): array {
            return ['changes' => [$changes + ['service' => 9, 'type' => 'package', 'to' => '8,annually']]];
        };
        $ofProduct = ['pid' => [7], 'billingcycle' => ['semiannually']];
        return [
            'a plan' => [true, self::PLAN, $service()],
            'of another product' => [false, self::PLAN, $service(['product' => 8])],
            'of another cycle' => [false, self::PLAN, $service(['cycle' => 'Annually'])],
            'of a cycle in another form' => [true, $ofProduct, $service(['cycle' => 'Semi-Annually'])],
            'of a product that is free in every cycle' => [true, self::PLAN, $service(['cycle' => 'Free Account'])],
            'for another name' => [false, self::PLAN, $service(['domain' => 'b.example'])],
            'for a domain without a name yet' => [true, self::PLAN, $service(['domain' => ''])],
            'for a name in another script' => [true, self::PLAN, $service(['domain' => 'ü.example'])],
            'for a name that a module gave' => [true, ['pid' => [7], 'billingcycle' => ['monthly']], $service()],
            'a plan among others' => [true, self::PLAN, ['services' => array_merge(
                $service(['product' => 8])['services'],
                $service()['services']
            )]],
            'a plan with a name' => [true, self::PLAN, $service() + $domain(['name' => 'b.example'])],
            'a plan by an order of its name' => [false, self::PLAN, $domain()],
            'a plan by an order that says nothing' => [true, self::PLAN, []],
            'a plan by an order that does not read' => [true, self::PLAN, ['renewals' => null] + $domain()],
            'a plan by a renewal' => [false, self::PLAN, $renewal()],
            'a plan by a change' => [false, self::PLAN, $change(['to' => '7,monthly'])],
            'a registration' => [true, self::NAME, $domain()],
            'of another name' => [false, self::NAME, $domain(['name' => 'b.example'])],
            'by a transfer' => [false, self::NAME, $domain(['type' => 'Transfer'])],
            'by what is not known' => [true, self::NAME, $domain(['type' => ''])],
            'for other years' => [false, self::NAME, $domain(['years' => 1])],
            'for a domain without years yet' => [true, self::NAME, $domain(['years' => 0])],
            'a registration by a renewal' => [false, self::NAME, $renewal(['years' => 2])],
            'a renewal' => [true, self::RENEWAL, $renewal()],
            'a renewal of another name' => [false, self::RENEWAL, $renewal(['name' => 'b.example'])],
            'a renewal for other years' => [false, self::RENEWAL, $renewal(['years' => 2])],
            'a renewal of a name that is gone' => [true, self::RENEWAL, $renewal(['name' => ''])],
            'a renewal by a registration' => [false, self::RENEWAL, $domain(['years' => 1])],
            'a renewal by an order that says nothing' => [true, self::RENEWAL, []],
            'a change' => [true, self::CHANGE, $change()],
            'of another service' => [false, self::CHANGE, $change(['service' => 10])],
            'to another product' => [false, self::CHANGE, $change(['to' => '7,annually'])],
            'to another cycle' => [false, self::CHANGE, $change(['to' => '8,monthly'])],
            'to what does not read' => [true, self::CHANGE, $change(['to' => 'a:1:{i:0;i:8;}'])],
            'of options' => [false, self::CHANGE, $change(['type' => 'configoptions', 'to' => '3'])],
            'a change by a plan' => [false, self::CHANGE, $service(['product' => 8, 'cycle' => 'Annually'])],
        ];
    }
}
