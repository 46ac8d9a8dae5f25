<?php

namespace Frontdesk;

/** Which services and domains belong to which account: WHMCS's API does not check it. */
interface Holdings
{
    public function hasService(int $client, int $id): bool;

    public function hasDomain(int $client, int $id): bool;

    /**
     * The requests to cancel services of an account, which the API lists for all accounts together.
     *
     * @return list<array{id: int, relid: int, date: string|null, when: string}> date: RFC 3339 in UTC; when: `immediately` or `end_of_period`, or
     *   else what is written there
     */
    public function cancellations(int $client): array;

    /**
     * The unpaid invoice for a domain's renewal, which WHMCS issues automatically; null if there is none. The API lists invoices without
     * their lines.
     *
     * @return array{id: int, number: string}|null
     */
    public function openRenewal(int $client, int $domain): ?array;

    /**
     * What was paid for the invoices of an account, in money, less refunds.
     *
     * @return array<int, float> by the invoice's number
     */
    public function payments(int $client): array;

    /**
     * An account with the users who manage it; null for one that is gone.
     *
     * @return array{
     *   id: int,
     *   fullname: string,
     *   companyname: string,
     *   email: string,
     *   currency_code: string|null,
     *   status: string,
     *   country: string,
     *   credit: string,
     *   groupid: int,
     *   users: list<int>,
     *   owner: array{id: int, email: string, language: string}|null
     * }|null owner: with the address that they sign in with, and their language or else the account's
     */
    public function account(int $client): ?array;

    /**
     * What happened to an account after an event, oldest first.
     *
     * @return list<array{id: int, type: string, subject: string}>
     */
    public function events(int $client, int $after, int $limit): array;

    /**
     * How amounts of an account's currency are written; format: 1 to 4.
     *
     * @return array{prefix: string, suffix: string, format: int}
     */
    public function currency(int $client): array;
}
