<?php

namespace Frontdesk;

/** Which services and domains belong to which account: WHMCS's API does not compare it. */
interface Holdings
{
    public function hasService(int $client, int $id): bool;

    public function hasDomain(int $client, int $id): bool;
}
