<?php

/** Orders and invoices, and the actions that make and read them. */
final class MemoryWhmcs implements Frontdesk\Acting\Orders, Frontdesk\LocalApi
{
    public const ADMINISTRATOR = 5;

    /** @var list<string> */
    public static $log = [];
    /** @var array<int, array<string, mixed>> */
    public $orders = [];
    /** @var array<int, array<string, mixed>> */
    public $invoices = [];
    /** @var list<array{0: string, 1: array<string, mixed>}> */
    public $calls = [];
    /** @var array<string, callable(array): array> replacements of actions, by their name */
    public $instead = [];
    /** @var string */
    public $subtotal = '12.00';
    /** @var array<string, mixed> other members of an invoice */
    public $more = [];

    public function call(string $action, array $parameters): array
    {
        $this->calls[] = [$action, $parameters];
        if (isset($this->instead[$action])) {
            return ($this->instead[$action])($parameters);
        }
        switch ($action) {
            case 'AddOrder':
            case 'UpgradeProduct':
                return $this->order($parameters);
            case 'CancelOrder':
                $this->orders[$parameters['orderid']]['status'] = 'Cancelled';
                return ['result' => 'success'];
            case 'GetInvoice':
                $invoice = $this->invoices[$parameters['invoiceid']] ?? null;
                return $invoice ? ['result' => 'success'] + $invoice : ['result' => 'error', 'message' => 'Invoice ID Not Found'];
            default:
                return ['result' => 'success', 'action' => $action, 'parameters' => $parameters];
        }
    }

    /** Places an order: a service per product, a domain per name that is not a product's; renewals and changes make nothing. */
    public function order(array $parameters, int $administrator = self::ADMINISTRATOR, int $user = 0): array
    {
        $id = count($this->orders) + 1;
        $at = function (string $name, int $index) use ($parameters) {
            return ((array) ($parameters[$name] ?? []))[$index] ?? '';
        };
        list($services, $domains, $renewals, $changes) = [[], [], [], []];
        foreach ((array) ($parameters['pid'] ?? []) as $index => $product) {
            $cycle = ucfirst($at('billingcycle', $index));
            $services[] = ['id' => 100 + $id, 'product' => $product, 'cycle' => $cycle, 'domain' => $at('domain', $index)];
        }
        foreach (isset($parameters['domaintype']) ? (array) $parameters['domain'] : [] as $index => $name) {
            $type = ucfirst($at('domaintype', $index));
            $domains[] = ['id' => 200 + $id, 'name' => $name, 'type' => $type, 'years' => (int) $at('regperiod', $index)];
        }
        foreach ($parameters['domainrenewals'] ?? [] as $name => $years) {
            $renewals[] = ['id' => 12, 'name' => $name, 'years' => $years];
        }
        if (isset($parameters['serviceid'])) {
            $to = $parameters['newproductid'] . ',' . ($parameters['newproductbillingcycle'] ?? '');
            $changes[] = ['service' => $parameters['serviceid'], 'type' => 'package', 'to' => $to];
        }
        $contents = ['services' => $services, 'domains' => $domains, 'renewals' => $renewals, 'changes' => $changes];
        $invoice = 300 + $id;
        $this->orders[$id] = [
            'id' => $id,
            'client' => $parameters['clientid'],
            'administrator' => $administrator,
            'user' => $user,
            'status' => 'Pending',
            'contents' => ['invoice' => $invoice] + $contents,
        ];
        $this->invoices[$invoice] = [
            'invoiceid' => $invoice,
            'userid' => $parameters['clientid'],
            'status' => 'Unpaid',
            'subtotal' => $this->subtotal,
            'credit' => '0.00',
            'total' => $this->subtotal,
            'balance' => $this->subtotal,
        ] + $this->more;
        return [
            'result' => 'success',
            'orderid' => $id,
            'invoiceid' => $invoice,
            'serviceids' => implode(',', array_column($services, 'id')),
            'domainids' => implode(',', array_column($domains, 'id')),
        ];
    }

    public function newest(int $client): int
    {
        return max(0, 0, ...array_column($this->ofClient($client), 'id'));
    }

    public function above(int $client, int $watermark): array
    {
        return array_values(array_filter($this->ofClient($client), function (array $order) use ($watermark): bool {
            return $order['id'] > $watermark;
        }));
    }

    public function contents(int $order): array
    {
        $nothing = ['invoice' => null, 'services' => [], 'domains' => [], 'renewals' => [], 'changes' => []];
        return $this->orders[$order]['contents'] ?? $nothing;
    }

    public function isCancelled(int $order): bool
    {
        return $this->orders[$order]['status'] === 'Cancelled';
    }

    public function find(int $client, int $order): ?array
    {
        return array_column($this->all($client), null, 'id')[$order] ?? null;
    }

    public function all(int $client): array
    {
        return array_map(function (array $order): array {
            return ['id' => $order['id'], 'date' => null, 'status' => $order['status']] + $order['contents'];
        }, $this->ofClient($client));
    }

    /** @return list<string> the names of the actions that were called */
    public function called(): array
    {
        return array_column($this->calls, 0);
    }

    /** @return list<array<string, mixed>> */
    private function ofClient(int $client): array
    {
        return array_values(array_filter($this->orders, function (array $order) use ($client): bool {
            return $order['client'] === $client;
        }));
    }
}
