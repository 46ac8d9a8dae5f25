<?php

namespace Frontdesk\Reading;

/** The parts of tickets that make their addresses. */
interface Tickets
{
    /** @return array{client: int, number: string, code: string}|null */
    public function find(int $id): ?array;
}
