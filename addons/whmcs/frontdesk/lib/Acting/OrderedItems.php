<?php

namespace Frontdesk\Acting;

/** The requested contents of an order: stored in its row, and compared with the contents of orders. */
final class OrderedItems
{
    /** Cycles that WHMCS keeps as requested. A free or one-time product ignores the requested cycle. */
    private const RECURRING = ['monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially'];

    /** @var list<array{product: int, cycle: string, domain: string}> */
    public $products = [];
    /** @var list<array{name: string, type: string, years: int}> */
    public $domains = [];
    /** @var list<array{name: string, years: int}> */
    public $renewals = [];
    /** @var list<array{service: int, product: int, cycle: string}> */
    public $changes = [];

    /**
     * A missing value is an empty text or 0, and is not compared.
     *
     * @param array<string, mixed> $parameters of `AddOrder` or `UpgradeProduct`
     */
    public static function in(array $parameters): self
    {
        $items = new self();
        $at = function (string $name, $index) use ($parameters): string {
            $given = $parameters[$name] ?? '';
            return (string) (is_array($given) ? ($given[$index] ?? '') : $given);
        };
        foreach ((array) ($parameters['pid'] ?? []) as $index => $product) {
            $items->products[] = [
                'product' => (int) $product,
                'cycle' => $at('billingcycle', $index),
                'domain' => $at('domain', $index),
            ];
        }
        foreach (isset($parameters['domaintype']) ? (array) ($parameters['domain'] ?? []) : [] as $index => $name) {
            $items->domains[] = [
                'name' => (string) $name,
                'type' => $at('domaintype', $index),
                'years' => (int) $at('regperiod', $index),
            ];
        }
        foreach ((array) ($parameters['domainrenewals'] ?? []) as $name => $years) {
            $items->renewals[] = ['name' => (string) $name, 'years' => (int) $years];
        }
        if (isset($parameters['serviceid'])) {
            $items->changes[] = [
                'service' => (int) $parameters['serviceid'],
                'product' => (int) ($parameters['newproductid'] ?? 0),
                'cycle' => (string) ($parameters['newproductbillingcycle'] ?? ''),
            ];
        }
        return $items;
    }

    /** @param array<string, list<array<string, mixed>>> $kept the members */
    public static function kept(array $kept): self
    {
        $items = new self();
        list($items->products, $items->domains) = [$kept['products'], $kept['domains']];
        list($items->renewals, $items->changes) = [$kept['renewals'], $kept['changes']];
        return $items;
    }

    /**
     * Whether an order may match: it has one of these items, or nothing that identifies it.
     *
     * @param array{services: list<array<string, mixed>>, domains: list<array<string, mixed>>,
     *     renewals: list<array<string, mixed>>|null, changes: list<array<string, mixed>>} $made as `Orders::contents` gives it
     */
    public function mayBe(array $made): bool
    {
        if ($made['renewals'] === null) {
            return true;
        }
        $says = $made['services'] !== [] || $made['domains'] !== [] || $made['renewals'] !== [] || $made['changes'] !== [];
        return !$says
            || self::hasPair($this->products, $made['services'], [self::class, 'isService'])
            || self::hasPair($this->domains, $made['domains'], [self::class, 'isDomain'])
            || self::hasPair($this->renewals, $made['renewals'], [self::class, 'isRenewal'])
            || self::hasPair($this->changes, $made['changes'], [self::class, 'isChange']);
    }

    /**
     * @param list<array<string, mixed>> $items
     * @param list<array<string, mixed>> $made
     * @param callable(array, array): bool $isOne
     */
    private static function hasPair(array $items, array $made, callable $isOne): bool
    {
        foreach ($items as $item) {
            foreach ($made as $one) {
                if ($isOne($item, $one)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static function isService(array $item, array $service): bool
    {
        return $service['product'] === $item['product']
            && self::mayBeSameCycle($service['cycle'], $item['cycle'])
            // A module may give a service another name.
            && ($item['domain'] === '' || self::mayBeSameName($service['domain'], $item['domain']));
    }

    private static function isDomain(array $item, array $domain): bool
    {
        $types = [strtolower($domain['type']), strtolower($item['type'])];
        $isOtherType = count(array_intersect(['register', 'transfer'], $types)) === 2;
        return !$isOtherType
            && self::mayBeSameNumber($domain['years'], $item['years'])
            && self::mayBeSameName($domain['name'], $item['name']);
    }

    private static function isRenewal(array $item, array $renewal): bool
    {
        return self::mayBeSameNumber($renewal['years'], $item['years'])
            && self::mayBeSameName($renewal['name'], $item['name']);
    }

    /** For a change of product, WHMCS keeps the new product and its cycle as `8,monthly`. */
    private static function isChange(array $item, array $change): bool
    {
        if ($change['service'] !== $item['service'] || strtolower($change['type']) === 'configoptions') {
            return false;
        }
        $reads = preg_match('/^(\d+),([a-z -]*)$/Di', $change['to'], $to);
        return !$reads
            || (self::mayBeSameNumber((int) $to[1], $item['product']) && self::mayBeSameCycle($to[2], $item['cycle']));
    }

    private static function mayBeSameNumber(int $one, int $other): bool
    {
        return $one === $other || $one === 0 || $other === 0;
    }

    private static function mayBeSameCycle(string $one, string $other): bool
    {
        list($one, $other) = str_replace([' ', '-'], '', [strtolower($one), strtolower($other)]);
        $isKnown = in_array($one, self::RECURRING, true) && in_array($other, self::RECURRING, true);
        return $one === $other || !$isKnown;
    }

    /** WHMCS keeps a name in another script in one of two forms; which one is unknown. */
    private static function mayBeSameName(string $one, string $other): bool
    {
        if ($one === '' || $other === '') {
            return true;
        }
        $isPlain = !preg_match('/[^\x21-\x7e]|xn--/i', $one . $other);
        return $isPlain ? strtolower($one) === strtolower($other) : true;
    }
}
