<?php

namespace Frontdesk\Reading;

/** Which user manages which account. */
interface Access
{
    /**
     * What a user may do with an account; null for one that does not manage it.
     *
     * @return array{owner: bool, permissions: list<string>}|null
     */
    public function of(int $user, int $client): ?array;
}
