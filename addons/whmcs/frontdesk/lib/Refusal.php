<?php

namespace Frontdesk;

use RuntimeException;

/** The reason for a refused call: a code of a closed list, with its HTTP status and a text in the style of WHMCS's API. */
final class Refusal extends RuntimeException
{
    private const STATUSES = [
        'bad_signature' => 401,
        'bad_body' => 400,
        'bad_parameters' => 400,
        'busy' => 409,
        'failed' => 500,
        'foreign_account' => 400,
        'invalid_code' => 400,
        'method_not_allowed' => 405,
        'no_administrator' => 403,
        'not_active' => 404,
        'not_allowed' => 403,
        'too_large' => 413,
        'too_many_calls' => 429,
        'unknown_call' => 400,
        'unknown_user' => 404,
    ];

    private const MESSAGES = [
        'bad_signature' => 'Authentication Failed',
        'bad_body' => 'Body Is No JSON Object',
        'bad_parameters' => 'Invalid Parameters',
        'busy' => 'Another Action Of The Account Is Under Way',
        'failed' => 'Internal Failure',
        'foreign_account' => 'Parameter Of Another Account',
        'invalid_code' => 'Invalid Code',
        'method_not_allowed' => 'Method Not Allowed',
        'no_administrator' => 'Invalid Permissions: The Addon Has No Administrator',
        'not_active' => 'Invalid Permissions: The Addon Is Not Active',
        'not_allowed' => 'Invalid Permissions: The Addon Places No Orders',
        'too_large' => 'Body Too Large',
        'too_many_calls' => 'Too Many Calls',
        'unknown_call' => 'Invalid API Action',
        'unknown_user' => 'User Not Found',
    ];

    /** @var string */
    private $reason;
    /** @var int|null */
    private $retryAfter;

    /**
     * @param string $detail the caller's next step; empty for none
     * @param int|null $retryAfter seconds until the call is accepted; null if unknown
     */
    public function __construct(string $reason, string $detail = '', ?int $retryAfter = null)
    {
        parent::__construct(self::MESSAGES[$reason] . ($detail === '' ? '' : ": $detail"));
        $this->reason = $reason;
        $this->retryAfter = $retryAfter;
    }

    /** @return array{0: int, 1: array<string, mixed>} the HTTP status and the fields of the answer */
    public function answer(): array
    {
        $members = ['result' => 'error', 'error' => $this->reason, 'message' => $this->getMessage()];
        $wait = $this->retryAfter === null ? [] : ['retry_after' => $this->retryAfter];
        return [self::STATUSES[$this->reason], $members + $wait];
    }
}
