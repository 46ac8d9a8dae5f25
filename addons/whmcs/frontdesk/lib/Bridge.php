<?php

namespace Frontdesk;

/** The signed calls of the front desk: a closed list, each with what it needs and no more. */
final class Bridge
{
    public const VERSION = 1;
    public const PATH = '/modules/addons/frontdesk/bridge.php';

    /** @var Store */
    private $store;
    /** @var People */
    private $people;

    public function __construct(Store $store, People $people)
    {
        $this->store = $store;
        $this->people = $people;
    }

    /**
     * @return array{0: int, 1: array<string, mixed>} the HTTP status and the members of the answer
     */
    public function answer(string $body, string $signature, int $now): array
    {
        if (!Signature::isValid((string) $this->store->setting('key'), $signature, self::PATH, $body, $now)) {
            return [401, ['error' => 'bad_signature']];
        }
        $call = json_decode($body, true);
        if (!is_array($call)) {
            return [400, ['error' => 'bad_body']];
        }
        switch ($call['call'] ?? null) {
            case 'status':
                return [200, ['version' => self::VERSION]];
            case 'exchange':
                return $this->exchange($call['code'] ?? null, $call['verifier'] ?? null, $now);
            case 'user':
                return $this->user($call['id'] ?? null);
            default:
                return [400, ['error' => 'unknown_call']];
        }
    }

    /**
     * @param mixed $code
     * @param mixed $verifier
     * @return array{0: int, 1: array<string, mixed>}
     */
    private function exchange($code, $verifier, int $now): array
    {
        if (!is_string($code) || !is_string($verifier)) {
            return [400, ['error' => 'invalid_code']];
        }
        $userId = (new OneTimeCodes($this->store))->exchange($code, $verifier, $now);
        return $userId === null ? [400, ['error' => 'invalid_code']] : $this->user($userId);
    }

    /**
     * @param mixed $id
     * @return array{0: int, 1: array<string, mixed>}
     */
    private function user($id): array
    {
        $user = is_int($id) ? $this->people->user($id) : null;
        return $user === null ? [404, ['error' => 'unknown_user']] : [200, ['user' => $user]];
    }
}
