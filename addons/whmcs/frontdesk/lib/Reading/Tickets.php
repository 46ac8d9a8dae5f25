<?php

namespace Frontdesk\Reading;

/** Tickets, as far as the address of one is made of them. */
interface Tickets
{
    /** @return array{client: int, number: string, code: string}|null */
    public function find(int $id): ?array;
}
