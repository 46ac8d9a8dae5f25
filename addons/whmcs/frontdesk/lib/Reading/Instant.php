<?php

namespace Frontdesk\Reading;

use DateTime;
use DateTimeZone;

/** A date and time of WHMCS's clock. */
final class Instant
{
    /**
     * RFC 3339 in UTC. An hour that the clocks repeat is either of the two.
     *
     * @param mixed $written `YYYY-MM-DD HH:MM:SS` in PHP's time zone, which is WHMCS's own
     * @return string|null null for the date of zeros, and for invalid dates
     */
    public static function of($written): ?string
    {
        $at = is_string($written) ? DateTime::createFromFormat('!Y-m-d H:i:s', $written) : false;
        // An impossible day or hour is a warning.
        $isOdd = !empty((DateTime::getLastErrors() ?: [])['warning_count']);
        return $at === false || $isOdd ? null : $at->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s\Z');
    }
}
