<?php

namespace Frontdesk\SignIn;

use Frontdesk\Refusal;

final class SignInCalls
{
    /** @var OneTimeCodes */
    private $codes;
    /** @var People */
    private $people;

    public function __construct(OneTimeCodes $codes, People $people)
    {
        $this->codes = $codes;
        $this->people = $people;
    }

    /**
     * The user of a code.
     *
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    public function exchange(array $call, int $now): array
    {
        $code = $call['code'] ?? null;
        $verifier = $call['verifier'] ?? null;
        $id = is_string($code) && is_string($verifier) ? $this->codes->exchange($code, $verifier, $now) : null;
        if ($id === null) {
            throw new Refusal('invalid_code');
        }
        return $this->user(['id' => $id]);
    }

    /**
     * A user by number, or else by address.
     *
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    public function user(array $call): array
    {
        $id = $call['id'] ?? null;
        $email = $call['email'] ?? null;
        $isNamed = is_int($id) || is_string($email);
        $user = $isNamed ? $this->people->user(is_int($id) ? ['id' => $id] : ['email' => $email]) : null;
        if ($user === null) {
            throw new Refusal('unknown_user');
        }
        return ['user' => $user];
    }
}
