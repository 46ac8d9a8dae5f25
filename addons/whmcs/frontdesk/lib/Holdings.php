<?php

namespace Frontdesk;

/** Which services and domains belong to which account: WHMCS's API does not compare it. */
interface Holdings
{
    public function hasService(int $client, int $id): bool;

    public function hasDomain(int $client, int $id): bool;

    /**
     * The requests to cancel services of an account, which the API lists for all accounts together.
     *
     * @return list<array{id: int, relid: int, date: string, type: string}>
     */
    public function cancellations(int $client): array;

    /**
     * The invoices that have a line for a domain of an account, which the API lists without their lines.
     *
     * @return list<array{id: int, userid: int, invoicenum: string, status: string, type: string}>
     */
    public function domainInvoices(int $client, int $domain): array;
}
