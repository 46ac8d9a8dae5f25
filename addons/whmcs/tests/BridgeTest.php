<?php

use Frontdesk\Bridge;
use Frontdesk\Refusal;
use Frontdesk\SignIn\OneTimeCodes;
use Frontdesk\SignIn\People;
use Frontdesk\SignIn\SignInCalls;
use Frontdesk\Status;
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
        $people = new class (self::USER) implements People {
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
        };
        $signIn = new SignInCalls(new OneTimeCodes($this->store), $people);
        $status = new Status(new OneInstallation(), new MemoryEvents());
        $this->bridge = new Bridge($this->store, [
            'status' => [$status, 'read'],
            'exchange' => [$signIn, 'exchange'],
            'user' => [$signIn, 'user'],
        ]);
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

    private static function refused(string $reason): array
    {
        return (new Refusal($reason))->answer();
    }

    public function testExchangesACodeForItsUser(): void
    {
        $code = (new OneTimeCodes($this->store))->issue(11, challengeOf('verifier'), self::NOW);
        $call = ['call' => 'exchange', 'code' => $code, 'verifier' => 'verifier'];
        $this->assertSame([200, ['result' => 'success', 'user' => self::USER]], $this->call($call));
        $this->assertSame(self::refused('invalid_code'), $this->call($call));
    }

    public function testTellsAUserOrThatThereIsNone(): void
    {
        $this->assertSame([200, ['result' => 'success', 'user' => self::USER]], $this->call(['call' => 'user', 'id' => 11]));
        $this->assertSame(self::refused('unknown_user'), $this->call(['call' => 'user', 'id' => 12]));
        $this->assertSame(self::refused('unknown_user'), $this->call(['call' => 'user', 'id' => '11']));
    }

    public function testSaysWhatItIs(): void
    {
        $administrator = ['id' => MemoryWhmcs::ADMINISTRATOR, 'username' => 'frontdesk'];
        $members = ['version' => 1, 'whmcs' => '8.13.1', 'php' => substr(PHP_VERSION, 0, 3), 'hooks' => false];
        $answer = [200, ['result' => 'success'] + $members + ['orders' => true, 'administrator' => $administrator]];
        $this->assertSame($answer, $this->call(['call' => 'status']));
    }

    /** @dataProvider unknown */
    public function testDoesNothingElse($name): void
    {
        $this->assertSame(self::refused('unknown_call'), $this->call(['call' => $name]));
    }

    /** @return array<string, array{0: mixed}> */
    public static function unknown(): array
    {
        return [
            'an action of the API' => ['GetClientPassword'],
            'yes, which compares as equal to any text' => [true],
            'zero, which compared as equal to any text' => [0],
            'a list' => [['status']],
            'none' => [null],
        ];
    }

    public function testRefusesWhatIsNoCall(): void
    {
        $this->assertSame(self::refused('invalid_code'), $this->call(['call' => 'exchange', 'code' => ['x']]));
        $this->assertSame(self::refused('bad_body'), $this->bridge->answer('5', $this->signature('5'), self::NOW));
    }

    public function testEachRefusalReadsAsTheApiSaysIt(): void
    {
        $this->assertSame(
            [401, ['result' => 'error', 'error' => 'bad_signature', 'message' => 'Authentication Failed']],
            self::refused('bad_signature')
        );
        $this->assertSame(
            [400, ['result' => 'error', 'error' => 'unknown_call', 'message' => 'Invalid API Action']],
            self::refused('unknown_call')
        );
        foreach (['not_active' => 404, 'no_administrator' => 403] as $reason => $status) {
            list($actual, $members) = self::refused($reason);
            $this->assertSame($status, $actual);
            $this->assertStringStartsWith('Invalid Permissions:', $members['message']);
        }
    }

    public function testASignatureIsOfItsTimePathAndBody(): void
    {
        $refused = self::refused('bad_signature');
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
        $this->assertSame(self::refused('bad_signature'), $this->bridge->answer($body, $signature, self::NOW));
    }
}
