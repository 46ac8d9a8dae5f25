<?php

namespace Frontdesk\Reading;

/** Products as the API does not tell them: hidden and retired ones, their groups, what they may be changed to. */
interface Catalogue
{
    /**
     * @return list<array{
     *   id: int,
     *   group: array{id: int, name: string, order: int, hidden: bool}|null,
     *   name: string,
     *   order: int,
     *   hidden: bool,
     *   retired: bool,
     *   prorata: array{date: int, next_month_from: int}|null,
     *   upgrades_to: list<int>,
     *   translations: object
     * }>
     */
    public function products(): array;
}
