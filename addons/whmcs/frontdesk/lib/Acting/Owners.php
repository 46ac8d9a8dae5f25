<?php

namespace Frontdesk\Acting;

/** Whom the transfer code of a domain is mailed to. */
interface Owners
{
    /**
     * The owner of an account; null where the account has none, or is written to at another address than its owner signs in with.
     *
     * @return array{email: string, language: string}|null language: `en` or `fr`
     */
    public function of(int $client): ?array;

    public function domainName(int $domain): string;
}
