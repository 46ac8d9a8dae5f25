<?php

namespace Frontdesk\SignIn;

/** The installation's users, with what the front desk may know. */
interface People
{
    /**
     * A user with the accounts that the user manages; null if there is no such user.
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
