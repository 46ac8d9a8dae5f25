<?php

namespace Frontdesk\Events;

use Frontdesk\Refusal;

/** Gives the events to whoever remembers how far it has read. */
final class Events
{
    private const MAX_EVENTS = 500;
    /** How long they are kept. */
    public const LIFE_S = 172800;

    /** @var EventRows */
    private $rows;

    public function __construct(EventRows $rows)
    {
        $this->rows = $rows;
    }

    /**
     * @param array<string, mixed> $call
     * @return array{events: list<array<string, mixed>>, last: int}
     */
    public function read(array $call, int $now): array
    {
        $after = $call['after'] ?? null;
        if (!is_int($after) || $after < 0) {
            throw new Refusal('bad_parameters');
        }
        $this->rows->forget($now - self::LIFE_S);
        // The table was made anew: its numbers begin again.
        $from = $after > $this->rows->newest() ? 0 : $after;
        $events = $this->rows->after($from, self::MAX_EVENTS);
        return ['events' => $events, 'last' => $events === [] ? $from : end($events)['id']];
    }
}
