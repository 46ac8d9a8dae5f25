<?php

use Frontdesk\FrontDesk;
use PHPUnit\Framework\TestCase;

final class FrontDeskTest extends TestCase
{
    private const ORIGIN = 'https://desk.example';
    private const NOW = 1700000000;

    /** @dataProvider addresses */
    public function testCustomersGoBackToItsOwnPage(string $setting, string $returnTo): void
    {
        $this->assertSame($returnTo, FrontDesk::returnTo($setting));
    }

    /** @return list<array{0: string, 1: string}> */
    public static function addresses(): array
    {
        return [
            ['https://desk.example', 'https://desk.example/sign-in/returned'],
            ['https://desk.example/', 'https://desk.example/sign-in/returned'],
            ['https://desk.example/sign-in/returned', 'https://desk.example/sign-in/returned'],
            ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/sign-in/returned'],
            ['', ''],
            ['javascript:alert(1)', ''],
            ['http://desk.example', ''],
            ['https://a@desk.example', ''],
            ["https://desk.example/\nx", ''],
            ["https://desk.example\n", ''],
            ['https://desk.example/?x=1', ''],
            ['https://desk.example/other', ''],
        ];
    }

    /** @dataProvider answers */
    public function testTellsAFrontDeskFromAnythingElse(?array $answer, array $found): void
    {
        $asked = [];
        $get = function (string $url) use (&$asked, $answer): ?array {
            $asked[] = $url;
            return $answer;
        };
        $this->assertSame($found, FrontDesk::test(self::ORIGIN, $get, self::NOW));
        $this->assertSame([self::ORIGIN . '/.well-known/oauth-authorization-server'], $asked);
    }

    /** @return array<string, array{0: array|null, 1: array}> */
    public static function answers(): array
    {
        $answer = function (int $status, string $body, int $ahead = 0): array {
            return ['status' => $status, 'date' => gmdate('D, d M Y H:i:s', self::NOW + $ahead) . ' GMT', 'body' => $body];
        };
        $metadata = json_encode(['issuer' => self::ORIGIN]);
        return [
            'nothing' => [null, ['none', null]],
            'a front desk' => [$answer(200, $metadata, 3), ['reached', 3]],
            'a front desk of another address' => [$answer(200, '{"issuer":"https://other.example"}'), ['other', null]],
            'a page' => [$answer(200, '<html>'), ['other', null]],
            'a refusal' => [$answer(503, $metadata), ['other', null]],
            'a front desk without a date' => [['date' => ''] + $answer(200, $metadata), ['reached', null]],
        ];
    }

    public function testItsTextsAreInBothLanguages(): void
    {
        $english = self::texts('english');
        $french = self::texts('french');
        $this->assertSame(array_keys($english), array_keys($french));
        foreach ($english as $name => $text) {
            $this->assertSame(self::placesIn($text), self::placesIn($french[$name]));
        }
    }

    /** @return array<string, string> */
    private static function texts(string $language): array
    {
        $_ADDONLANG = [];
        require __DIR__ . "/../frontdesk/lang/$language.php";
        return $_ADDONLANG;
    }

    /** @return list<string> */
    private static function placesIn(string $text): array
    {
        preg_match_all('/\{\w+\}/', $text, $places);
        return $places[0];
    }
}
