<?php

namespace Frontdesk;

/** The front desk that the addon belongs to, by the address in the addon's settings. */
final class FrontDesk
{
    /** Without encryption on this machine alone. */
    private const ORIGIN = '~^(https://[^\s@/?#]+|http://(?:127\.0\.0\.1|localhost)(?::\d+)?)(?:/|/sign-in/returned)?$~D';
    /** The metadata of every front desk (RFC 8414). */
    private const METADATA = '/.well-known/oauth-authorization-server';

    /**
     * Scheme, host and port; null if it is not an address of a front desk.
     *
     * @param string $setting such as `https://desk.provider.com`, with or without the path of a sign-in
     */
    public static function origin(string $setting): ?string
    {
        return preg_match(self::ORIGIN, $setting, $parts) ? $parts[1] : null;
    }

    /** The only address that a customer returns to; empty without a front desk. */
    public static function returnTo(string $setting): string
    {
        $origin = self::origin($setting);
        return $origin === null ? '' : "$origin/sign-in/returned";
    }

    /**
     * Whether a front desk answers there, and how far its clock is from this server's.
     *
     * @param callable(string): ?array{status: int, date: string, body: string} $get null: nothing answers
     * @return array{0: string, 1: int|null} `reached`, `other` (something else answers) or `none`; and its clock's seconds ahead
     */
    public static function test(string $origin, callable $get, int $now): array
    {
        $answer = $get($origin . self::METADATA);
        if ($answer === null) {
            return ['none', null];
        }
        $metadata = json_decode($answer['body'], true);
        $isFrontDesk = $answer['status'] === 200 && is_array($metadata) && ($metadata['issuer'] ?? null) === $origin;
        $date = strtotime($answer['date']);
        return [$isFrontDesk ? 'reached' : 'other', $isFrontDesk && $date !== false ? $date - $now : null];
    }
}
