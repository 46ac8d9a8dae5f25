<?php

use Frontdesk\Reading\Instant;
use Frontdesk\Reading\Lists;
use Frontdesk\Reading\Price;
use PHPUnit\Framework\TestCase;

/** What WHMCS's API gives in several forms, or for people, as the front desk is given it. */
final class ListsTest extends TestCase
{
    /** @var MemoryWhmcs */
    private $whmcs;

    protected function setUp(): void
    {
        $this->whmcs = new MemoryWhmcs();
    }

    /** A list of so many services. @param int $most the most that WHMCS lists at once */
    private function services(int $count, int $most, ?int $total = null, bool $heedsOffset = true): array
    {
        $this->whmcs->instead['GetClientsProducts'] = function (array $parameters) use ($count, $most, $total, $heedsOffset): array {
            $start = $heedsOffset ? $parameters['limitstart'] : 0;
            $ids = array_slice($count === 0 ? [] : range(1, $count), $start, min($most, $parameters['limitnum']));
            $rows = array_map(function (int $id): array {
                return ['id' => (string) $id, 'status' => 'Active'];
            }, $ids);
            $counts = ['totalresults' => $total ?? $count, 'numreturned' => count($rows)];
            return ['result' => 'success', 'products' => ['product' => $rows]] + $counts;
        };
        return Lists::whole($this->whmcs, 'GetClientsProducts', ['clientid' => 1001]);
    }

    /** @dataProvider pages */
    public function testAListIsWholeWhateverItsPages(int $count, int $most, ?int $total): void
    {
        $ids = array_column($this->services($count, $most, $total)['rows'], 'id');
        $this->assertSame($count === 0 ? [] : array_map('strval', range(1, $count)), $ids);
    }

    /** @return list<array{0: int, 1: int, 2: int|null}> */
    public static function pages(): array
    {
        return [[0, 1000, null], [1, 1000, null], [1000, 1000, null], [2001, 1000, null], [60, 25, null], [61, 25, 3], [60, 25, 99]];
    }

    public function testAListWhoseOffsetIsNotHeededIsNoneUnlessItIsAllThere(): void
    {
        $this->assertSame('success', $this->services(25, 1000, null, false)['result']);
        $this->assertSame('success', $this->services(10, 1000, 13, false)['result']);
        $this->assertSame('failed', $this->services(60, 25, null, false)['error']);
    }

    public function testAListThatIsTooLongIsNone(): void
    {
        $this->assertCount(10000, $this->services(10000, 1000)['rows']);
        $this->assertSame('too_long', $this->services(10001, 1000)['error']);
    }

    /** @dataProvider forms */
    public function testEachFormOfAListHasItsRows(array $answer, ?array $ids): void
    {
        $this->whmcs->instead['GetProducts'] = function () use ($answer): array {
            return ['result' => 'success'] + $answer;
        };
        $list = Lists::whole($this->whmcs, 'GetProducts', []);
        $this->assertSame($ids, isset($list['rows']) ? array_column($list['rows'], 'pid') : null);
    }

    /** @return array<string, array{0: array, 1: list<int>|null}> */
    public static function forms(): array
    {
        list($one, $two) = [['pid' => 7, 'name' => 'a'], ['pid' => 9]];
        return [
            'under the name of its items' => [['products' => ['product' => [$one, $two]]], [7, 9]],
            'a plain list' => [['products' => [$one, $two]], [7, 9]],
            'by number' => [['products' => ['product' => [1 => $one, 2 => $two]]], [7, 9]],
            'by the numbers of its rows' => [['products' => [7 => $one, 9 => $two]], [7, 9]],
            'one alone' => [['products' => ['product' => $one]], [7]],
            'one alone, under nothing' => [['products' => $one], [7]],
            'a row with a member of that name' => [['products' => ['product' => 'about'] + $one], [7]],
            'an odd row' => [['products' => ['product' => ['odd', $two]]], [9]],
            'an empty text' => [['products' => ''], []],
            'an empty list' => [['products' => []], []],
            'an empty list of its items' => [['products' => ['product' => []], 'numreturned' => 0], []],
            'nothing' => [[], []],
            'none, although rows are counted' => [['numreturned' => 3], null],
            'a text' => [['products' => 'none'], null],
        ];
    }

    public function testARowHasTheMembersThatAreReadAndNoOther(): void
    {
        $this->whmcs->instead['GetTickets'] = function (array $parameters): array {
            $ticket = ['id' => 5, 'tid' => 'A-1', 'c' => 'planted', 'date' => '2026-05-01 10:00:00', 'lastreply' => '', 'name' => 'planted'];
            return ['result' => 'success', 'tickets' => ['ticket' => $parameters['limitstart'] === 0 ? [$ticket] : []]];
        };
        $rows = Lists::whole($this->whmcs, 'GetTickets', [])['rows'];
        $this->assertSame([['id' => 5, 'tid' => 'A-1', 'date' => '2026-05-01T10:00:00Z', 'lastreply' => null]], $rows);
        $this->assertTrue($this->whmcs->calls[0][1]['ignore_dept_assignments']);
    }

    public function testAnErrorIsToldWithoutAnythingElse(): void
    {
        $this->whmcs->instead['GetProducts'] = function (): array {
            return ['result' => 'error', 'message' => 'Planted', 'password' => 'planted'];
        };
        $this->assertSame(['result' => 'error', 'message' => 'Planted'], Lists::whole($this->whmcs, 'GetProducts', []));
    }

    /** @dataProvider instants */
    public function testATimeOfTheServersClockIsAnInstant($local, string $zone, ?string $instant): void
    {
        $before = date_default_timezone_get();
        date_default_timezone_set($zone);
        $read = Instant::of($local);
        date_default_timezone_set($before);
        $this->assertSame($instant, $read);
    }

    /** @return list<array{0: mixed, 1: string, 2: string|null}> */
    public static function instants(): array
    {
        return [
            ['2026-03-08 02:30:00', 'America/Toronto', '2026-03-08T07:30:00Z'],
            ['2026-03-08 03:00:00', 'America/Toronto', '2026-03-08T07:00:00Z'],
            ['2026-11-01 02:00:00', 'America/Toronto', '2026-11-01T07:00:00Z'],
            ['2026-01-01 00:00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
            ['0000-00-00 00:00:00', 'UTC', null],
            ['2026-02-30 10:00:00', 'UTC', null],
            ['2026-05-01 24:00:00', 'UTC', null],
            ['2026-05-01', 'UTC', null],
            ['tomorrow', 'UTC', null],
            ['', 'UTC', null],
            [null, 'UTC', null],
        ];
    }

    /** @dataProvider prices */
    public function testAPriceForPeopleIsAPlainAmount($written, string $prefix, string $suffix, int $format, ?string $plain): void
    {
        $this->assertSame($plain, Price::plain($written, ['prefix' => $prefix, 'suffix' => $suffix, 'format' => $format]));
    }

    /** @return list<array{0: mixed, 1: string, 2: string, 3: int, 4: string|null}> */
    public static function prices(): array
    {
        return [
            ['$-8.67 USD', '$', ' USD', 2, '-8.67'],
            ['-$8.67 USD', '$', ' USD', 2, '-8.67'],
            ['$1,208.67 USD', '$', ' USD', 2, '1208.67'],
            ['$1208.67 USD', '$', ' USD', 1, '1208.67'],
            ['1.208,67 €', '', ' €', 3, '1208.67'],
            ['2,000 Ft', '', ' Ft', 4, '2000'],
            ['&euro;8.00', '€', '', 1, '8.00'],
            ['Rs. 12.50/-', 'Rs. ', '/-', 1, '12.50'],
            ['1.234', '', '', 3, '1234'],
            ['12.50', '', '', 3, '12.50'],
            [12.5, '$', ' USD', 2, '12.5'],
            ['1.234', '$', ' USD', 2, null],
            ['$1.208,67 USD', '$', ' USD', 2, null],
            ['$8.67 CAD', '$', ' USD', 2, null],
            ['-$-8.67 USD', '$', ' USD', 2, null],
            ['$12,08.67 USD', '$', ' USD', 2, null],
            ['', '$', ' USD', 2, null],
            [null, '$', ' USD', 2, null],
        ];
    }
}
