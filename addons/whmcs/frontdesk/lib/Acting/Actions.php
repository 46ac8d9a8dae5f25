<?php

namespace Frontdesk\Acting;

use Frontdesk\LocalApi;
use Frontdesk\Refusal;
use Frontdesk\Store;
use Throwable;

/**
 * Places orders at most once per reference. Only the holder of the account's lock works for the account: an open row while the lock
 * is free belongs to a dead process, and everything that process did can be read.
 */
final class Actions
{
    private const LOCK_WAIT_S = 10;

    /** @var ActionRows */
    private $rows;
    /** @var AccountLock */
    private $lock;
    /** @var Orders */
    private $orders;
    /** @var OwnOrders */
    private $own;
    /** @var LocalApi */
    private $api;

    public function __construct(ActionRows $rows, AccountLock $lock, Orders $orders, LocalApi $api, Store $store)
    {
        $this->rows = $rows;
        $this->lock = $lock;
        $this->orders = $orders;
        $this->own = new OwnOrders($orders, $rows, $store);
        $this->api = $api;
    }

    /**
     * Places an order, or returns the outcome of its reference.
     *
     * @param int $administrator recorded with the order by WHMCS
     * @return array<string, mixed> the outcome
     */
    public function act(ActRequest $request, int $administrator, int $now): array
    {
        $work = function () use ($request, $administrator, $now): array {
            $earlier = $this->rows->find($request->client, $request->reference);
            return $earlier ? $this->ended($earlier) : $this->place($request, $administrator, $now);
        };
        $outcome = $this->locked($request->client, self::LOCK_WAIT_S, $work);
        if ($outcome === null) {
            throw new Refusal('busy');
        }
        return $outcome;
    }

    /**
     * The outcome of an action. If it has done nothing, it never will after this call.
     *
     * @param bool $withdraw whether to record that; otherwise its reference stays free
     * @return array<string, mixed> the outcome
     */
    public function find(int $client, string $reference, bool $withdraw, int $now): array
    {
        $row = $this->rows->find($client, $reference);
        if ($row && $row->state !== ActionRow::UNDER_WAY) {
            return $this->outcome($row);
        }
        $work = function () use ($client, $reference, $withdraw, $now): array {
            $row = $this->rows->find($client, $reference);
            if ($row !== null) {
                return $this->ended($row, $withdraw);
            }
            $absent = new ActionRow($client, $reference, ActionRow::WITHDRAWN);
            $isNoted = !$withdraw || $this->rows->add($absent, $now);
            return $isNoted ? $this->outcome($absent) : ['state' => ActionRow::UNDER_WAY];
        };
        return $this->locked($client, 0, $work) ?? ['state' => ActionRow::UNDER_WAY];
    }

    /**
     * @param callable(): array<string, mixed> $work
     * @return array<string, mixed>|null null if another process holds the lock
     */
    private function locked(int $client, int $seconds, callable $work): ?array
    {
        if (!$this->lock->take($client, $seconds)) {
            return null;
        }
        try {
            return $work();
        } finally {
            $this->lock->release($client);
        }
    }

    /** @return array<string, mixed> */
    private function place(ActRequest $request, int $administrator, int $now): array
    {
        // Their processes have died: an existing order may be theirs, a later one is not.
        foreach ($this->rows->underWay($request->client) as $gone) {
            $this->ended($gone);
        }
        $row = new ActionRow($request->client, $request->reference, ActionRow::UNDER_WAY);
        $row->administrator = $administrator;
        $row->watermark = $this->orders->newest($request->client);
        $row->ordered = OrderedItems::in($request->parameters);
        $row->memo = $request->memo;
        $row->terms = [
            'subtotal' => $request->subtotal,
            'take_back' => $request->takeBack,
            'gateway' => (string) ($request->parameters['paymentmethod'] ?? ''),
        ];
        $this->own->probe($row);
        if (!$this->rows->add($row, $now)) {
            throw new Refusal('busy');
        }
        $answer = $this->api->call($request->action, $request->parameters);
        if (($answer['result'] ?? '') !== 'success') {
            return $this->refused($row, $answer);
        }
        $order = (int) ($answer['orderid'] ?? 0);
        if ($order < 1) {
            // Something was done; its contents are not known yet.
            return $this->ended($row, false);
        }
        $alike = $this->own->like($row, $order);
        if (count($alike) > 1) {
            return self::several($row, $alike);
        }
        $row->order = $order;
        $row->invoice = (int) ($answer['invoiceid'] ?? 0) ?: null;
        $row->services = self::ids($answer['serviceids'] ?? $answer['productids'] ?? '');
        $row->domains = self::ids($answer['domainids'] ?? '');
        // Recorded at once: from here on the order belongs to this reference.
        if (!$this->rows->change($row)) {
            return $this->endedElsewhere($row);
        }
        return $this->judged($row);
    }

    /**
     * After an error: if there is no order, nothing was done.
     *
     * @param array<string, mixed> $answer
     * @return array<string, mixed>
     */
    private function refused(ActionRow $row, array $answer): array
    {
        if ($this->own->of($row) !== []) {
            return $this->ended($row);
        }
        $this->rows->remove($row);
        return ['state' => 'refused', 'text' => (string) ($answer['message'] ?? $answer['warning'] ?? '')];
    }

    /** Cancels an order. The answer does not show whether it worked: one error text covers several cases. */
    private function cancel(ActionRow $row): bool
    {
        try {
            $this->api->call('CancelOrder', ['orderid' => $row->order]);
        } catch (Throwable $cause) {
            logActivity('Frontdesk: an order could not be cancelled (' . get_class($cause) . ')');
        }
        return $this->orders->isCancelled($row->order);
    }

    /**
     * The outcome of a row that no process works on.
     *
     * @return array<string, mixed>
     */
    private function ended(ActionRow $row, bool $withdraw = true): array
    {
        if ($row->state !== ActionRow::UNDER_WAY) {
            return $this->outcome($row);
        }
        if ($row->order !== null) {
            // Its process died while it compared prices.
            return $this->judged($row);
        }
        $own = $this->own->of($row);
        if (count($own) > 1 || ($own !== [] && !$this->own->isCertain($row, $own[0]))) {
            return self::several($row, $own);
        }
        if ($own === []) {
            return $withdraw ? $this->end($row, ActionRow::WITHDRAWN) : ['state' => ActionRow::UNDER_WAY];
        }
        $row->order = $own[0];
        $contents = $this->orders->contents($row->order);
        $row->invoice = $contents['invoice'];
        $row->services = array_column($contents['services'], 'id');
        $row->domains = array_column($contents['domains'], 'id');
        return $this->rows->change($row) ? $this->judged($row) : $this->endedElsewhere($row);
    }

    /**
     * Completes an action whose order is known, by its invoice: an order at another price, or one that may be charged to a stored card,
     * is cancelled while nothing of it is paid. If that fails, the next call retries it.
     *
     * @return array<string, mixed> the outcome
     */
    private function judged(ActionRow $row): array
    {
        $invoice = $this->invoice($row);
        $row->subtotal = $invoice ? $invoice->subtotal : null;
        $row->differs = $invoice ? $invoice->differences($row->terms) : [];
        if ($this->orders->isCancelled($row->order)) {
            return $this->end($row, ActionRow::TAKEN_BACK);
        }
        if ($row->invoice !== null && $invoice === null) {
            return ['state' => ActionRow::UNDER_WAY];
        }
        $isAsOrdered = array_intersect($row->differs, ['price', 'gateway']) === [];
        if ($invoice === null || !$row->terms['take_back'] || !$invoice->isUntouched || $isAsOrdered) {
            return $this->end($row, ActionRow::DONE, $invoice);
        }
        return $this->cancel($row) ? $this->end($row, ActionRow::TAKEN_BACK) : ['state' => ActionRow::UNDER_WAY];
    }

    /**
     * @param Invoice|null $invoice to mail its customer about, once; an upgrade sends that mail automatically
     * @return array<string, mixed>
     */
    private function end(ActionRow $row, string $state, ?Invoice $invoice = null): array
    {
        $row->state = $state;
        if (!$this->rows->change($row)) {
            return $this->endedElsewhere($row);
        }
        $isAgreed = $invoice !== null && $invoice->isUntouched && !in_array('price', $row->differs, true);
        if ($isAgreed && $row->ordered->changes === []) {
            $this->mailInvoice($row);
        }
        return $this->outcome($row);
    }

    private function mailInvoice(ActionRow $row): void
    {
        try {
            $answer = $this->api->call('SendEmail', ['messagename' => 'Invoice Created', 'id' => $row->invoice]);
            $isMailed = ($answer['result'] ?? '') === 'success';
        } catch (Throwable $cause) {
            $isMailed = false;
        }
        if (!$isMailed) {
            logActivity("Frontdesk: the customer was not mailed about invoice $row->invoice");
        }
    }

    /**
     * The outcome of a row that another process has completed: the lock was lost with the connection.
     *
     * @return array<string, mixed>
     */
    private function endedElsewhere(ActionRow $row): array
    {
        $now = $this->rows->find($row->client, $row->reference);
        if ($row->order === null || ($now && $now->order === $row->order)) {
            return $this->outcome($now ?? $row);
        }
        logActivity("Frontdesk: order $row->order appeared after its reference was reported as absent");
        return self::several($row, [$row->order]);
    }

    private function invoice(ActionRow $row): ?Invoice
    {
        try {
            return $row->invoice === null ? null : Invoice::read($this->api, $row->client, $row->invoice);
        } catch (Throwable $cause) {
            logActivity('Frontdesk: an invoice could not be read (' . get_class($cause) . ')');
            return null;
        }
    }

    /** @return array<string, mixed> */
    private function outcome(ActionRow $row): array
    {
        if ($row->state !== ActionRow::DONE && $row->state !== ActionRow::TAKEN_BACK) {
            return ['state' => 'absent'];
        }
        $isDone = $row->state === ActionRow::DONE && !$this->isUndone($row);
        $outcome = [
            'order' => $row->order,
            'invoice' => $row->invoice,
            'subtotal' => $row->subtotal,
            'differs' => $row->differs,
            'memo' => $row->memo,
        ];
        return $isDone
            ? ['state' => 'done', 'services' => $row->services, 'domains' => $row->domains] + $outcome
            : ['state' => 'taken_back'] + $outcome;
    }

    /** Whether staff cancelled the finished order while nothing was paid for it. */
    private function isUndone(ActionRow $row): bool
    {
        if (!$this->orders->isCancelled($row->order)) {
            return false;
        }
        $invoice = $row->invoice === null ? null : Invoice::read($this->api, $row->client, $row->invoice);
        return $invoice === null || in_array($invoice->status, ['unpaid', 'cancelled'], true);
    }

    /**
     * @param list<int> $orders
     * @return array<string, mixed>
     */
    private static function several(ActionRow $row, array $orders): array
    {
        return ['state' => 'several', 'orders' => $orders, 'memo' => $row->memo];
    }

    /**
     * @param mixed $written numbers with commas, a list of them, or one
     * @return list<int>
     */
    private static function ids($written): array
    {
        $ids = array_map('intval', is_array($written) ? $written : explode(',', (string) $written));
        return array_values(array_filter($ids));
    }
}
