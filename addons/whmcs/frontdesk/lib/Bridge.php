<?php

namespace Frontdesk;

/** The endpoint of the front desk's signed calls: a closed list, each with what it needs and no more. */
final class Bridge
{
    public const VERSION = 1;
    public const PATH = '/modules/addons/frontdesk/bridge.php';

    /** @var Store */
    private $store;
    /** @var array<string, callable(array<string, mixed>, int): array<string, mixed>> */
    private $handlers;

    /** @param array<string, callable(array<string, mixed>, int): array<string, mixed>> $handlers by the calls' names */
    public function __construct(Store $store, array $handlers)
    {
        $this->store = $store;
        $this->handlers = $handlers;
    }

    /**
     * @return array{0: int, 1: array<string, mixed>} the HTTP status and the members of the answer
     */
    public function answer(string $body, string $signature, int $now): array
    {
        try {
            if (!Signature::isValid((string) $this->store->setting('key'), $signature, self::PATH, $body, $now)) {
                throw new Refusal('bad_signature');
            }
            $call = json_decode($body, true);
            if (!is_array($call)) {
                throw new Refusal('bad_body');
            }
            $name = $call['call'] ?? null;
            if (!is_string($name) || !isset($this->handlers[$name])) {
                throw new Refusal('unknown_call');
            }
            return [200, ['result' => 'success'] + ($this->handlers[$name])($call, $now)];
        } catch (Refusal $refusal) {
            return $refusal->answer();
        }
    }
}
