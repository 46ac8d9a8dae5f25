<?php

namespace Frontdesk;

use Throwable;

/** Writes each kind of refusal to WHMCS's activity log, at most once a minute. */
final class RefusalLog
{
    private const INTERVAL_S = 60;

    /** @var Store */
    private $store;

    public function __construct(Store $store)
    {
        $this->store = $store;
    }

    /** Never throws: a call is answered even if its refusal cannot be logged. */
    public function note(Refusal $refusal, int $now): void
    {
        $code = $refusal->answer()[1]['error'];
        try {
            if ($this->store->isDue("log.$code", $now, self::INTERVAL_S)) {
                logActivity("Frontdesk: a call was refused ($code): " . $refusal->getMessage());
            }
        } catch (Throwable $cause) {
            error_log("Frontdesk: the refusal $code was not noted (" . get_class($cause) . ')');
        }
    }
}
