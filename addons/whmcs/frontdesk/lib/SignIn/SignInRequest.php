<?php

namespace Frontdesk\SignIn;

/** What the front desk sends a customer here with, to be signed in. */
final class SignInRequest
{
    /** Without encryption on this machine alone. */
    private const ADDRESS = '~^(?:https://[^\s@/]+|http://(?:127\.0\.0\.1|localhost)(?::\d+)?)/[^\s#]*$~D';

    /** @var string */
    public $state;
    /** @var string */
    public $challenge;
    /** @var string */
    private $returnTo;

    private function __construct(string $state, string $challenge, string $returnTo)
    {
        $this->state = $state;
        $this->challenge = $challenge;
        $this->returnTo = $returnTo;
    }

    /**
     * Null for a request that the front desk does not make.
     *
     * @param array<string, mixed> $query
     * @param string $returnTo the address in the addon's settings: the only one that anybody is sent back to
     */
    public static function read(array $query, string $returnTo): ?self
    {
        $state = $query['state'] ?? null;
        $challenge = $query['challenge'] ?? null;
        if (!is_string($state) || !preg_match('/^[\w-]{20,200}$/D', $state)) {
            return null;
        }
        if (!is_string($challenge) || !preg_match('/^[\w-]{43}$/D', $challenge)) {
            return null;
        }
        if (!preg_match(self::ADDRESS, $returnTo) || ($query['return_to'] ?? null) !== $returnTo) {
            return null;
        }
        return new self($state, $challenge, $returnTo);
    }

    /** Back with a code. */
    public function addressWith(string $code): string
    {
        $separator = strpos($this->returnTo, '?') === false ? '?' : '&';
        return $this->returnTo . $separator . http_build_query(['code' => $code, 'state' => $this->state]);
    }
}
