<?php

namespace Frontdesk\Reading;

/** Products with facts that the API lacks: hidden and retired ones, groups, possible changes. */
interface Catalogue
{
    /**
     * @return list<array{
     *   id: int,
     *   group: string|null,
     *   hidden: bool,
     *   retired: bool,
     *   prorata: bool,
     *   upgrades_to: list<int>,
     *   translations: object
     * }>
     */
    public function products(): array;
}
