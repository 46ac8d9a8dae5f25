<?php

namespace Frontdesk\SignIn;

/** The parameters with which the front desk sends a customer here to sign in. */
final class SignInRequest
{
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
     * @param string $returnTo of the front desk: the only address that customers return to; empty without one
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
        if ($returnTo === '' || ($query['return_to'] ?? null) !== $returnTo) {
            return null;
        }
        return new self($state, $challenge, $returnTo);
    }

    /** The return address with a code. */
    public function addressWith(string $code): string
    {
        return $this->returnTo . '?' . http_build_query(['code' => $code, 'state' => $this->state]);
    }
}
