<?php

namespace Frontdesk\Reading;

use WHMCS\Database\Capsule;

final class WhmcsCatalogue implements Catalogue
{
    private const TRANSLATED = ['product.{id}.name' => 'name', 'product.{id}.description' => 'description'];

    public function products(): array
    {
        list($groups, $upgrades, $translations) = [self::groups(), self::upgrades(), self::translations()];
        $columns = ['id', 'gid', 'hidden', 'retired', 'proratabilling'];
        $products = [];
        foreach (Capsule::table('tblproducts')->orderBy('id')->get($columns) as $row) {
            $id = (int) $row->id;
            $products[] = [
                'id' => $id,
                'group' => $groups[(int) $row->gid] ?? null,
                'hidden' => self::isYes($row->hidden),
                'retired' => self::isYes($row->retired),
                'prorata' => self::isYes($row->proratabilling),
                'upgrades_to' => $upgrades[$id] ?? [],
                // Without translations it is an object too.
                'translations' => (object) ($translations[$id] ?? []),
            ];
        }
        return $products;
    }

    /** @return array<int, string> their names */
    private static function groups(): array
    {
        $groups = [];
        foreach (Capsule::table('tblproductgroups')->get(['id', 'name']) as $row) {
            $groups[(int) $row->id] = (string) $row->name;
        }
        return $groups;
    }

    /** @return array<int, list<int>> */
    private static function upgrades(): array
    {
        $upgrades = [];
        foreach (Capsule::table('tblproduct_upgrade_products')->orderBy('id')->get() as $row) {
            $upgrades[(int) $row->product_id][] = (int) $row->upgrade_product_id;
        }
        return $upgrades;
    }

    /** @return array<int, array<string, array{name: string|null, description: string|null}>> by product and language */
    private static function translations(): array
    {
        $translations = [];
        foreach (self::TRANSLATED as $type => $member) {
            $rows = Capsule::table('tbldynamic_translations')->where('related_type', $type);
            foreach ($rows->get(['related_id', 'language', 'translation']) as $row) {
                list($id, $language) = [(int) $row->related_id, strtolower((string) $row->language)];
                $known = $translations[$id][$language] ?? ['name' => null, 'description' => null];
                $translations[$id][$language] = [$member => (string) $row->translation] + $known;
            }
        }
        return $translations;
    }

    /** @param mixed $written as a number, or as the text of a tick in older columns */
    private static function isYes($written): bool
    {
        return filter_var($written, FILTER_VALIDATE_BOOLEAN);
    }
}
