<?php

use Frontdesk\SignIn\SignInRequest;
use PHPUnit\Framework\TestCase;

final class SignInRequestTest extends TestCase
{
    private const RETURN_TO = 'https://desk.example/sign-in/returned';

    /** @return array<string, mixed> */
    private static function query(array $changes = []): array
    {
        return array_merge(
            ['state' => str_repeat('s', 43), 'challenge' => str_repeat('c', 43), 'return_to' => self::RETURN_TO],
            $changes
        );
    }

    public function testGoesBackToTheAddressInTheSettings(): void
    {
        $request = SignInRequest::read(self::query(), self::RETURN_TO);
        $this->assertSame(
            self::RETURN_TO . '?code=a-code&state=' . str_repeat('s', 43),
            $request->addressWith('a-code')
        );
    }

    /** @dataProvider refused */
    public function testRefuses(array $changes, string $returnTo): void
    {
        $this->assertNull(SignInRequest::read(self::query($changes), $returnTo));
    }

    /** @return array<string, array{0: array<string, mixed>, 1: string}> */
    public static function refused(): array
    {
        return [
            'an address elsewhere' => [['return_to' => 'https://elsewhere.example/'], self::RETURN_TO],
            'a longer address' => [['return_to' => self::RETURN_TO . '/more'], self::RETURN_TO],
            'no address' => [['return_to' => null], self::RETURN_TO],
            'settings without an address' => [['return_to' => ''], ''],
            'a list in place of a text' => [['state' => ['x']], self::RETURN_TO],
            'a state with a line end' => [['state' => str_repeat('s', 43) . "\n"], self::RETURN_TO],
            'a short challenge' => [['challenge' => 'short'], self::RETURN_TO],
        ];
    }
}
