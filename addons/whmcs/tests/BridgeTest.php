<?php

use Frontdesk\Bridge;
use Frontdesk\CallLimits;
use Frontdesk\Keys;
use Frontdesk\Refusal;
use Frontdesk\RefusalLog;
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

            public function user(array $which): ?array
            {
                return $this->user[key($which)] === current($which) ? $this->user : null;
            }
        };
        $signIn = new SignInCalls(new OneTimeCodes($this->store), $people);
        $status = new Status(new OneInstallation(), $this->store);
        $this->bridge = new Bridge(new Keys($this->store), new CallLimits($this->store), [
            'status' => [$status, 'read'],
            'exchange' => [$signIn, 'exchange'],
            'user' => [$signIn, 'user'],
        ]);
    }

    private function call(array $call, int $signedAt = self::NOW): array
    {
        $body = json_encode($call);
        return $this->answer($body, $this->signature($body, $signedAt));
    }

    /** As the endpoint answers. */
    private function answer(string $body, string $signature, int $now = self::NOW, string $address = '192.0.2.1'): array
    {
        try {
            return $this->bridge->answer($body, $signature, $address, $now);
        } catch (Refusal $refusal) {
            return $refusal->answer();
        }
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
        $members = ['version' => 1, 'whmcs' => '8.13.1', 'php' => substr(PHP_VERSION, 0, 3), 'hooks' => false, 'prices_changed' => 0];
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
        $this->assertSame(self::refused('bad_body'), $this->answer('5', $this->signature('5')));
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
        $body = json_encode($status);
        $this->assertSame($refused, $this->answer("$body ", $this->signature($body)));
        $this->assertSame($refused, $this->answer($body, $this->signature($body, self::NOW, '/other.php')));
        $this->assertSame($refused, $this->answer($body, ''));
        $this->assertSame($refused, $this->answer($body, $this->signature($body) . "\n"));
    }

    public function testAClockThatIsMoreThanAMinuteOffIsRefusedWithTheDifference(): void
    {
        $status = ['call' => 'status'];
        $this->assertSame(200, $this->call($status, self::NOW - 60)[0]);
        $this->assertSame(200, $this->call($status, self::NOW + 60)[0]);
        foreach ([-61 => '61 Seconds Behind', 75 => '75 Seconds Ahead Of'] as $difference => $said) {
            list($code, $members) = $this->call($status, self::NOW + $difference);
            $this->assertSame([401, 'bad_signature'], [$code, $members['error']]);
            $this->assertSame("Authentication Failed: The Caller's Clock Is $said This Server's", $members['message']);
        }
    }

    public function testACallerWithoutTheKeyIsNotToldTheDifference(): void
    {
        $body = json_encode(['call' => 'status']);
        $signature = 't=' . (self::NOW - 75) . ',v1=' . str_repeat('0', 64);
        $this->assertSame(self::refused('bad_signature'), $this->answer($body, $signature));
    }

    public function testThePreviousKeyIsValidForADay(): void
    {
        $body = json_encode(['call' => 'status']);
        $keys = new Keys($this->store);
        $sign = function (int $at) use ($body): string {
            return $this->signature($body, $at);
        };
        $day = self::NOW + Keys::OVERLAP_S;
        $before = [self::NOW => $sign(self::NOW), $day - 1 => $sign($day - 1), $day => $sign($day)];
        $keys->rotate(self::NOW);
        $this->assertSame($day, $keys->previousUntil(self::NOW));
        $this->assertSame(200, $this->answer($body, $sign(self::NOW))[0]);
        $this->assertSame(200, $this->answer($body, $before[$day - 1], $day - 1)[0]);
        $this->assertSame(401, $this->answer($body, $before[$day], $day)[0]);
        $this->assertSame(200, $this->answer($body, $sign($day), $day)[0]);
        $keys->endPrevious();
        $this->assertSame(401, $this->answer($body, $before[self::NOW])[0]);
        $this->assertNull($keys->previousUntil(self::NOW));
    }

    public function testAKeyIsMadeOnce(): void
    {
        $this->store->settings = [];
        $keys = new Keys($this->store);
        $keys->make();
        $first = $keys->current();
        $keys->make();
        $this->assertSame([1, $first], [preg_match('/^[0-9a-f]{64}$/', $first), $keys->current()]);
    }

    public function testTheLogHasEachRefusalOnceAMinute(): void
    {
        MemoryWhmcs::$log = [];
        $log = new RefusalLog($this->store);
        foreach ([0, 1, 59, 60, 61] as $second) {
            $log->note(new Refusal('bad_signature'), self::NOW + $second);
            $log->note(new Refusal('busy'), self::NOW + $second);
        }
        $lines = [
            'Frontdesk: a call was refused (bad_signature): Authentication Failed',
            'Frontdesk: a call was refused (busy): Another Action Of The Account Is Under Way',
        ];
        $this->assertSame(array_merge($lines, $lines), MemoryWhmcs::$log);
    }

    public function testAMinuteHasABoundedNumberOfSignedCalls(): void
    {
        $status = json_encode(['call' => 'status']);
        $this->store->settings['calls.' . intdiv(self::NOW, 60) . '.signed'] = (string) (CallLimits::SIGNED - 1);
        $this->assertSame(200, $this->call(['call' => 'status'])[0]);
        $refused = ['result' => 'error', 'error' => 'too_many_calls', 'message' => 'Too Many Calls', 'retry_after' => 40];
        $this->assertSame([429, $refused], $this->call(['call' => 'status']));
        $this->assertSame(401, $this->answer($status, '')[0]);
        $next = self::NOW + 40;
        $this->assertSame(200, $this->answer($status, $this->signature($status, $next), $next)[0]);
    }

    public function testAMinuteHasABoundedNumberOfRefusedCallsOfAnAddress(): void
    {
        for ($call = 0; $call < CallLimits::UNSIGNED; $call++) {
            $this->assertSame(401, $this->answer('{}', '')[0]);
        }
        $this->assertSame([429, 40], [$this->answer('{}', '')[0], $this->answer('{}', '')[1]['retry_after']]);
        $this->assertSame(401, $this->answer('{}', '', self::NOW, '192.0.2.2')[0]);
        $this->assertSame(401, $this->answer('{}', '', self::NOW + 40)[0]);
        $this->assertSame(200, $this->call(['call' => 'status'])[0]);
    }

    public function testWithoutAKeyNothingIsAnswered(): void
    {
        $body = json_encode(['call' => 'status']);
        $signature = "t=" . self::NOW . ",v1=" . hash_hmac('sha256', self::NOW . "\n" . Bridge::PATH . "\n$body", '');
        $this->store->settings = [];
        $this->assertSame(self::refused('bad_signature'), $this->answer($body, $signature));
    }
}
