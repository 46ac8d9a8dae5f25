<?php

namespace Frontdesk\Acting;

/** Which orders an action may have placed. */
final class OwnOrders
{
    /** @var Orders */
    private $orders;
    /** @var ActionRows */
    private $rows;

    public function __construct(Orders $orders, ActionRows $rows)
    {
        $this->orders = $orders;
        $this->rows = $rows;
    }

    /**
     * Orders of the account since the action began that are noted for its administrator or for nobody, belong to no other reference,
     * and have something of what was ordered, or nothing that says what they are.
     *
     * @return list<int>
     */
    public function of(ActionRow $row): array
    {
        $taken = $this->rows->orders($row->client, $row->watermark);
        $own = [];
        foreach ($this->orders->above($row->client, $row->watermark) as $order) {
            $isNobodys = $order['administrator'] === 0 && $order['user'] === 0;
            if (!$isNobodys && $order['administrator'] !== $row->administrator) {
                continue;
            }
            if (!in_array($order['id'], $taken, true) && !$this->isOfOthers($order['id'], $row->ordered)) {
                $own[] = $order['id'];
            }
        }
        return $own;
    }

    /**
     * Whether an order has services or domains, and none of what was ordered.
     *
     * @param array{products: list<int>, domains: list<string>} $ordered
     */
    private function isOfOthers(int $order, array $ordered): bool
    {
        list('services' => $services, 'domains' => $domains) = $this->orders->contents($order);
        foreach ($services as $service) {
            if (in_array($service['product'], $ordered['products'], true)) {
                return false;
            }
        }
        foreach ($domains as $domain) {
            foreach ($ordered['domains'] as $name) {
                if (self::mayBeSameName($domain['name'], $name)) {
                    return false;
                }
            }
        }
        return $services !== [] || $domains !== [];
    }

    /** A name in another script is kept in one of two forms: which one is not known. */
    private static function mayBeSameName(string $one, string $other): bool
    {
        $isPlain = !preg_match('/[^\x21-\x7e]|xn--/i', $one . $other);
        return $isPlain ? strtolower($one) === strtolower($other) : true;
    }
}
