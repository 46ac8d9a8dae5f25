<?php

/** Who manages account 1001: user 11 owns it, user 12 sees its tickets, user 13 its invoices. */
final class SomeAccess implements Frontdesk\Reading\Access
{
    private const USERS = [11 => [true, []], 12 => [false, ['tickets']], 13 => [false, ['invoices']]];

    public function of(int $user, int $client): ?array
    {
        if ($client !== 1001 || !isset(self::USERS[$user])) {
            return null;
        }
        list($owner, $permissions) = self::USERS[$user];
        return ['owner' => $owner, 'permissions' => $permissions];
    }
}
