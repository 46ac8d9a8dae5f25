<?php

namespace Frontdesk\SignIn;

use Frontdesk\Store;

/** Codes for a signed-in user: stored as hashes, valid once, for a minute. */
final class OneTimeCodes
{
    private const LIFE_S = 60;

    /** @var Store */
    private $store;

    public function __construct(Store $store)
    {
        $this->store = $store;
    }

    /** A new code. The holder of the challenge's verifier can exchange it (RFC 7636, S256). */
    public function issue(int $userId, string $challenge, int $now): string
    {
        $code = rtrim(strtr(base64_encode(random_bytes(32)), '+/', '-_'), '=');
        $this->store->forgetCodes($now);
        $this->store->keepCode(self::hashOf($code), $userId, $challenge, $now + self::LIFE_S);
        return $code;
    }

    /** The user of a code; null if it is unknown, used, expired or has another verifier. */
    public function exchange(string $code, string $verifier, int $now): ?int
    {
        $issued = $this->store->takeCode(self::hashOf($code));
        if ($issued === null || $issued['expires_at'] < $now) {
            return null;
        }
        $challenge = rtrim(strtr(base64_encode(hash('sha256', $verifier, true)), '+/', '-_'), '=');
        return hash_equals($issued['challenge'], $challenge) ? $issued['user_id'] : null;
    }

    private static function hashOf(string $code): string
    {
        return hash('sha256', $code);
    }
}
