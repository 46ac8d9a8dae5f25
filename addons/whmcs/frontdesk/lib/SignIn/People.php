<?php

namespace Frontdesk\SignIn;

/** The installation's users, as the front desk may know them. */
interface People
{
    /**
     * A user with the accounts that they manage; null for one that does not exist.
     *
     * @param array{id: int}|array{email: string} $which
     * @return array{
     *   id: int,
     *   email: string,
     *   language: string,
     *   clients: list<array{
     *     id: int,
     *     isOwner: bool,
     *     fullname: string,
     *     companyname: string,
     *     email: string,
     *     currency_code: string|null,
     *     status: string
     *   }>
     * }|null
     */
    public function user(array $which): ?array;
}
