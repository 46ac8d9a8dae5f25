<?php

namespace Frontdesk;

/** The signature of calls from the front desk: `t=<unix time>,v1=<HMAC-SHA-256 of time, path and body>`. */
final class Signature
{
    private const MAX_DIFFERENCE_S = 60;

    /** Whether a call was signed with the key within a minute of now. */
    public static function isValid(string $key, string $header, string $path, string $body, int $now): bool
    {
        if ($key === '' || !preg_match('/^t=(\d{1,12}),v1=([0-9a-f]{64})$/D', $header, $parts)) {
            return false;
        }
        $time = (int) $parts[1];
        if (abs($now - $time) > self::MAX_DIFFERENCE_S) {
            return false;
        }
        return hash_equals(hash_hmac('sha256', "$time\n$path\n$body", $key), $parts[2]);
    }
}
