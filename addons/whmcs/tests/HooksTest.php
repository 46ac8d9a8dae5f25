<?php

use Frontdesk\Hooks;
use Frontdesk\Status;
use PHPUnit\Framework\TestCase;

final class HooksTest extends TestCase
{
    public function testEachChangeOfPricesIsAnother(): void
    {
        $store = new MemoryStore();
        $status = new Status(new OneInstallation(), $store);
        $this->assertSame([0, false], [$status->read()['prices_changed'], $status->read()['hooks']]);
        Hooks::note($store);
        $first = $status->read();
        $this->assertSame([$first['prices_changed'], true], [$status->read()['prices_changed'], $first['hooks']]);
        usleep(1);
        Hooks::note($store);
        $this->assertGreaterThan($first['prices_changed'], $status->read()['prices_changed']);
    }
}
