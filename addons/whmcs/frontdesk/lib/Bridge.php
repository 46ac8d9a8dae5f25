<?php

namespace Frontdesk;

/** The endpoint of the front desk's signed calls: a closed list, each with only what it needs. */
final class Bridge
{
    public const VERSION = 1;
    public const PATH = '/modules/addons/frontdesk/bridge.php';

    /** @var Keys */
    private $keys;
    /** @var CallLimits */
    private $limits;
    /** @var array<string, callable(array<string, mixed>, int): array<string, mixed>> */
    private $handlers;

    /** @param array<string, callable(array<string, mixed>, int): array<string, mixed>> $handlers by the calls' names */
    public function __construct(Keys $keys, CallLimits $limits, array $handlers)
    {
        $this->keys = $keys;
        $this->limits = $limits;
        $this->handlers = $handlers;
    }

    /**
     * Throws a Refusal for a refused call.
     *
     * @param string $address the caller's
     * @return array{0: int, 1: array<string, mixed>} the HTTP status and the fields of the answer
     */
    public function answer(string $body, string $signature, string $address, int $now): array
    {
        try {
            Signature::check($this->keys->valid($now), $signature, self::PATH, $body, $now);
        } catch (Refusal $refusal) {
            $this->limits->countUnsigned($address, $now);
            throw $refusal;
        }
        $this->limits->countSigned($now);
        $call = json_decode($body, true);
        if (!is_array($call)) {
            throw new Refusal('bad_body');
        }
        $name = $call['call'] ?? null;
        if (!is_string($name) || !isset($this->handlers[$name])) {
            throw new Refusal('unknown_call');
        }
        return [200, ['result' => 'success'] + ($this->handlers[$name])($call, $now)];
    }
}
