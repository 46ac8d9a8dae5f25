<?php

use Frontdesk\Events\Events;
use Frontdesk\Events\Hooks;
use Frontdesk\Refusal;
use PHPUnit\Framework\TestCase;

final class EventsTest extends TestCase
{
    private const NOW = 1700000000;
    private const TWO_DAYS_S = 172800;

    /** @var MemoryEvents */
    private $rows;
    /** @var Events */
    private $events;

    protected function setUp(): void
    {
        $this->rows = new MemoryEvents();
        $this->events = new Events($this->rows);
    }

    private function read(int $after, int $now = self::NOW): array
    {
        return $this->events->read(['after' => $after], $now);
    }

    /** @dataProvider hooks */
    public function testAHookIsTold(array $expected, string $hook, $values): void
    {
        Hooks::record($hook, $values, $this->rows, self::NOW);
        list($kind, $client, $subject) = $expected;
        $event = ['id' => 1, 'kind' => $kind, 'client' => $client, 'subject' => $subject, 'at' => self::NOW];
        $this->assertSame(['events' => [$event], 'last' => 1], $this->read(0));
    }

    /** @return array<string, array{0: array, 1: string, 2: mixed}> */
    public static function hooks(): array
    {
        return [
            'a product' => [['prices', null, 7], 'ProductEdit', ['pid' => 7, 'name' => 'x']],
            'prices of an extension' => [['prices', null, null], 'TopLevelDomainPricingUpdate', ['tld' => '.example']],
            'a hook without values' => [['prices', null, null], 'ProductEdit', null],
        ];
    }

    public function testNothingIsNotedThatTheFrontDeskDoesNotActOn(): void
    {
        foreach (Hooks::names() as $hook) {
            Hooks::record($hook, [], $this->rows, self::NOW);
        }
        $this->assertSame(['prices'], array_values(array_unique(array_column($this->read(0)['events'], 'kind'))));
    }

    public function testAreReadOnInOrder(): void
    {
        for ($count = 0; $count < 501; $count++) {
            $this->rows->add('prices', null, $count, self::NOW);
        }
        $first = $this->read(0);
        $this->assertSame([500, 500], [count($first['events']), $first['last']]);
        $next = $this->read($first['last']);
        $this->assertSame([501], array_column($next['events'], 'id'));
        $this->assertSame(['events' => [], 'last' => 501], $this->read($next['last']));
    }

    public function testAreKeptForTwoDaysAndTheNewestForLonger(): void
    {
        $this->rows->add('prices', null, null, self::NOW);
        $this->rows->add('prices', null, null, self::NOW);
        $this->assertCount(2, $this->read(0, self::NOW + self::TWO_DAYS_S)['events']);
        $this->assertSame([2], array_column($this->read(0, self::NOW + self::TWO_DAYS_S + 1)['events'], 'id'));
        $this->rows->add('prices', null, null, self::NOW);
        // Where nobody reads them too.
        Hooks::record('ProductEdit', [], $this->rows, self::NOW + self::TWO_DAYS_S + 2);
        $this->assertSame([4], array_column($this->rows->rows, 'id'));
    }

    public function testBeginAgainWhereTheTableWasMadeAnew(): void
    {
        $this->assertSame(['events' => [], 'last' => 0], $this->read(900));
        $this->rows->add('prices', null, null, self::NOW);
        $this->assertSame([1], array_column($this->read(900)['events'], 'id'));
    }

    /** @dataProvider positions */
    public function testRefusesWhatIsNoPosition($after): void
    {
        $this->expectExceptionObject(new Refusal('bad_parameters'));
        $this->events->read(['after' => $after], self::NOW);
    }

    /** @return array<string, array{0: mixed}> */
    public static function positions(): array
    {
        return ['a text' => ['1'], 'below zero' => [-1], 'nothing' => [null]];
    }
}
