<?php

use Frontdesk\Bridge;
use Frontdesk\OneTimeCodes;
use Frontdesk\People;
use PHPUnit\Framework\TestCase;

final class BridgeTest extends TestCase
{
    private const NOW = 1700000000;
    private const USER = ['id' => 11, 'email' => 'owner@maple.example', 'language' => 'en', 'clients' => [['id' => 1001, 'isOwner' => true]]];

    /** @var MemoryStore */
    private $store;
    /** @var Bridge */
    private $bridge;

    protected function setUp(): void
    {
        $this->store = new MemoryStore();
        $this->bridge = new Bridge($this->store, new class (self::USER) implements People {
            /** @var array */
            private $user;

            public function __construct(array $user)
            {
                $this->user = $user;
            }

            public function user(int $id): ?array
            {
                return $id === $this->user['id'] ? $this->user : null;
            }
        });
    }

    private function call(array $call, int $signedAt = self::NOW): array
    {
        $body = json_encode($call);
        return $this->bridge->answer($body, $this->signature($body, $signedAt), self::NOW);
    }

    private function signature(string $body, int $at = self::NOW, string $path = Bridge::PATH): string
    {
        return "t=$at,v1=" . hash_hmac('sha256', "$at\n$path\n$body", $this->store->settings['key']);
    }

    public function testExchangesACodeForItsUser(): void
    {
        $code = (new OneTimeCodes($this->store))->issue(11, challengeOf('verifier'), self::NOW);
        $call = ['call' => 'exchange', 'code' => $code, 'verifier' => 'verifier'];
        $this->assertSame([200, ['user' => self::USER]], $this->call($call));
        $this->assertSame([400, ['error' => 'invalid_code']], $this->call($call));
    }

    public function testTellsAUserOrThatThereIsNone(): void
    {
        $this->assertSame([200, ['user' => self::USER]], $this->call(['call' => 'user', 'id' => 11]));
        $this->assertSame([404, ['error' => 'unknown_user']], $this->call(['call' => 'user', 'id' => 12]));
        $this->assertSame([404, ['error' => 'unknown_user']], $this->call(['call' => 'user', 'id' => '11']));
    }

    public function testDoesNothingElse(): void
    {
        $this->assertSame([200, ['version' => 1]], $this->call(['call' => 'status']));
        $this->assertSame([400, ['error' => 'unknown_call']], $this->call(['call' => 'GetClientPassword']));
        $this->assertSame([400, ['error' => 'invalid_code']], $this->call(['call' => 'exchange', 'code' => ['x']]));
    }

    public function testASignatureIsOfItsTimePathAndBody(): void
    {
        $refused = [401, ['error' => 'bad_signature']];
        $status = ['call' => 'status'];
        $this->assertSame(200, $this->call($status, self::NOW - 60)[0]);
        $this->assertSame($refused, $this->call($status, self::NOW - 61));
        $this->assertSame($refused, $this->call($status, self::NOW + 61));
        $body = json_encode($status);
        $this->assertSame($refused, $this->bridge->answer("$body ", $this->signature($body), self::NOW));
        $this->assertSame($refused, $this->bridge->answer($body, $this->signature($body, self::NOW, '/other.php'), self::NOW));
        $this->assertSame($refused, $this->bridge->answer($body, '', self::NOW));
        $this->assertSame($refused, $this->bridge->answer($body, $this->signature($body) . "\n", self::NOW));
    }

    public function testWithoutAKeyNothingIsAnswered(): void
    {
        $body = json_encode(['call' => 'status']);
        $signature = "t=" . self::NOW . ",v1=" . hash_hmac('sha256', self::NOW . "\n" . Bridge::PATH . "\n$body", '');
        $this->store->settings = [];
        $this->assertSame([401, ['error' => 'bad_signature']], $this->bridge->answer($body, $signature, self::NOW));
    }
}
