<?php

namespace Frontdesk\Acting;

/** The recipient of a domain's transfer code. */
interface Owners
{
    /**
     * The owner of an account; null if it has none, or if its address differs from the one its owner signs in with.
     *
     * @return array{email: string, language: string}|null language: `en` or `fr`
     */
    public function of(int $client): ?array;

    public function domainName(int $domain): string;
}
