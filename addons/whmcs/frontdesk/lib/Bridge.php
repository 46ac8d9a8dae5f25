<?php

namespace Frontdesk;

/** The endpoint of the front desk's signed calls: a closed list, each with what it needs and no more. */
final class Bridge
{
    public const VERSION = 1;
    public const PATH = '/modules/addons/frontdesk/bridge.php';

    /** @var Keys */
    private $keys;
    /** @var array<string, callable(array<string, mixed>, int): array<string, mixed>> */
    private $handlers;

    /** @param array<string, callable(array<string, mixed>, int): array<string, mixed>> $handlers by the calls' names */
    public function __construct(Keys $keys, array $handlers)
    {
        $this->keys = $keys;
        $this->handlers = $handlers;
    }

    /**
     * Throws a Refusal for a call that is not answered.
     *
     * @return array{0: int, 1: array<string, mixed>} the HTTP status and the members of the answer
     */
    public function answer(string $body, string $signature, int $now): array
    {
        Signature::check($this->keys->valid($now), $signature, self::PATH, $body, $now);
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
