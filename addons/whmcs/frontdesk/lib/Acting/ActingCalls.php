<?php

namespace Frontdesk\Acting;

use Frontdesk\Installation;
use Frontdesk\Refusal;

final class ActingCalls
{
    /** @var Installation */
    private $installation;
    /** @var Actions */
    private $actions;
    /** @var Changes */
    private $changes;

    public function __construct(Installation $installation, Actions $actions, Changes $changes)
    {
        $this->installation = $installation;
        $this->actions = $actions;
        $this->changes = $changes;
    }

    /**
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    public function act(array $call, int $now): array
    {
        $isChange = Changes::isOne($call['action'] ?? null);
        $request = $isChange ? null : ActRequest::read($call);
        if (!$this->installation->allowsOrders()) {
            throw new Refusal('not_allowed');
        }
        $administrator = $this->installation->administrator();
        if ($administrator === null) {
            throw new Refusal('no_administrator');
        }
        return $request === null
            ? ['answer' => $this->changes->make($call)]
            : ['outcome' => $this->actions->act($request, $administrator['id'], $now)];
    }

    /**
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    public function find(array $call, int $now): array
    {
        list($client, $reference) = ActRequest::key($call);
        $withdraw = $call['withdraw'] ?? true;
        if (!is_bool($withdraw)) {
            throw new Refusal('bad_parameters');
        }
        return ['outcome' => $this->actions->find($client, $reference, $withdraw, $now)];
    }
}
