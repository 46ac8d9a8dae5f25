<?php

namespace Frontdesk\SignIn;

use Frontdesk\Store;

/** Codes that stand for a signed-in user: kept as hashes, good for a minute, and once. */
final class OneTimeCodes
{
    private const LIFE_S = 60;

    /** @var Store */
    private $store;

    public function __construct(Store $store)
    {
        $this->store = $store;
    }

    /** A new code. It is exchanged by whoever knows the verifier of the challenge (RFC 7636, S256). */
    public function issue(int $userId, string $challenge, int $now): string
    {
        $code = rtrim(strtr(base64_encode(random_bytes(32)), '+/', '-_'), '=');
        $this->store->forgetCodes($now);
        $this->store->keepCode(self::hashOf($code), $userId, $challenge, $now + self::LIFE_S);
        return $code;
    }

    /** The user of a code; null for one that is unknown, used, expired, or of another verifier. */
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
