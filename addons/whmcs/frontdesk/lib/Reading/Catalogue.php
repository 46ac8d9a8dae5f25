<?php

namespace Frontdesk\Reading;

/** Products as the API does not tell them: hidden and retired ones, their groups, what they may be changed to. */
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
