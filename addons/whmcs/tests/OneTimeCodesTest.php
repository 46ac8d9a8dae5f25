<?php

use Frontdesk\SignIn\OneTimeCodes;
use PHPUnit\Framework\TestCase;

final class OneTimeCodesTest extends TestCase
{
    private const NOW = 1700000000;

    /** @var MemoryStore */
    private $store;
    /** @var OneTimeCodes */
    private $codes;

    protected function setUp(): void
    {
        $this->store = new MemoryStore();
        $this->codes = new OneTimeCodes($this->store);
    }

    public function testIsExchangedOnceByWhoeverKnowsTheVerifier(): void
    {
        $code = $this->codes->issue(11, challengeOf('verifier'), self::NOW);
        $this->assertSame(11, $this->codes->exchange($code, 'verifier', self::NOW + 60));
        $this->assertNull($this->codes->exchange($code, 'verifier', self::NOW + 60));
    }

    public function testIsSpentByAWrongVerifier(): void
    {
        $code = $this->codes->issue(11, challengeOf('verifier'), self::NOW);
        $this->assertNull($this->codes->exchange($code, 'another', self::NOW));
        $this->assertNull($this->codes->exchange($code, 'verifier', self::NOW));
    }

    public function testEndsAfterAMinute(): void
    {
        $code = $this->codes->issue(11, challengeOf('verifier'), self::NOW);
        $this->assertNull($this->codes->exchange($code, 'verifier', self::NOW + 61));
    }

    public function testAnUnknownCodeIsNobody(): void
    {
        $this->assertNull($this->codes->exchange('unknown', 'verifier', self::NOW));
    }

    public function testIsKeptAsAHashAndOldOnesAreForgotten(): void
    {
        $code = $this->codes->issue(11, challengeOf('verifier'), self::NOW);
        $this->assertStringNotContainsString($code, json_encode($this->store->codes));
        $this->codes->issue(12, challengeOf('verifier'), self::NOW + 61);
        $this->assertCount(1, $this->store->codes);
    }
}
