<?php

namespace Frontdesk;

/** The signature of calls from the front desk: `t=<unix time>,v1=<HMAC-SHA-256 of time, path and body>`. */
final class Signature
{
    private const MAX_DIFFERENCE_S = 60;

    /**
     * Refuses a call that was not signed with one of the keys within the last minute. The refusal states
     * how far the clocks differ only if the caller has a valid key.
     *
     * @param list<string> $keys
     */
    public static function check(array $keys, string $header, string $path, string $body, int $now): void
    {
        if (!preg_match('/^t=(\d{1,12}),v1=([0-9a-f]{64})$/D', $header, $parts)) {
            throw new Refusal('bad_signature');
        }
        list(, $time, $digest) = $parts;
        $isSigned = false;
        foreach ($keys as $key) {
            $isSigned = hash_equals(hash_hmac('sha256', "$time\n$path\n$body", $key), $digest) || $isSigned;
        }
        if (!$isSigned) {
            throw new Refusal('bad_signature');
        }
        $ahead = (int) $time - $now;
        if (abs($ahead) > self::MAX_DIFFERENCE_S) {
            $side = $ahead > 0 ? 'Ahead Of' : 'Behind';
            throw new Refusal('bad_signature', 'The Caller\'s Clock Is ' . abs($ahead) . " Seconds $side This Server's");
        }
    }
}
