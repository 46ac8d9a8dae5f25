<?php

namespace Frontdesk\Reading;

/** Which user manages which account. */
interface Access
{
    /**
     * A user's permissions on an account; null if the user does not manage it.
     *
     * @return array{owner: bool, permissions: list<string>}|null
     */
    public function of(int $user, int $client): ?array;
}
