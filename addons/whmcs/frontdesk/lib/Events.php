<?php

namespace Frontdesk;

use Throwable;
use WHMCS\Database\Capsule;

/** Events of accounts from WHMCS's hooks, kept for 30 days for the front desk. */
final class Events
{
    /** Per hook, the type of its event and the field with its subject's number. */
    public const HOOKS = [
        'AfterModuleCreate' => ['service.activated', 'serviceid'],
        'AfterModuleTerminate' => ['service.cancelled', 'serviceid'],
        'AfterRegistrarRegistration' => ['domain.registered', 'domainid'],
        'DomainTransferCompleted' => ['domain.transferred_in', 'domainId'],
        'DomainTransferFailed' => ['domain.transfer_failed', 'domainId'],
        'InvoiceCreated' => ['invoice.issued', 'invoiceid'],
        'InvoicePaid' => ['invoice.paid', 'invoiceid'],
        'OrderPaid' => ['order.paid', 'orderId'],
    ];
    private const TABLES = [
        'domain' => 'tbldomains',
        'invoice' => 'tblinvoices',
        'order' => 'tblorders',
        'service' => 'tblhosting',
    ];
    private const SECOND = 1000000;
    private const KEPT = 30 * 86400 * self::SECOND;
    /** Processes write concurrently: an event may be written after one with a higher number. */
    private const SETTLED_AFTER = 2 * self::SECOND;
    /** Attempts to find a unique number. */
    private const MAX_ATTEMPTS = 10;

    /** @param array<string, mixed> $values of the hook */
    public static function keep(string $hook, array $values): void
    {
        list($type, $member) = self::HOOKS[$hook];
        $number = (int) ((($values['params'] ?? []) + $values)[$member] ?? 0);
        $subject = explode('.', $type)[0];
        $columns = $subject === 'domain' ? ['userid', 'domain'] : ['userid'];
        $row = Capsule::table(self::TABLES[$subject])->where('id', $number)->first($columns);
        if (!$row) {
            return;
        }
        $now = self::now();
        $event = [
            'client_id' => (int) $row->userid,
            'type' => $type,
            'subject' => $subject === 'domain' ? strtolower((string) $row->domain) : (string) $number,
        ];
        for ($id = $now; !self::isKept(['id' => $id] + $event, $id < $now + self::MAX_ATTEMPTS); $id++);
    }

    /** Deletes events older than 30 days; the daily cron calls it. */
    public static function purge(): void
    {
        Capsule::table(Tables::EVENTS)->where('id', '<', self::now() - self::KEPT)->delete();
    }

    /**
     * Events of an account after one of them and of the last 30 days, oldest first.
     *
     * @return list<array{id: int, type: string, subject: string}> id: the microsecond in which it was recorded
     */
    public static function after(int $client, int $after, int $limit): array
    {
        $now = self::now();
        $events = Capsule::table(Tables::EVENTS)->where('client_id', $client)->where('id', '>', max($after, $now - self::KEPT));
        $settled = $events->where('id', '<', $now - self::SETTLED_AFTER)->orderBy('id')->limit($limit);
        $told = [];
        foreach ($settled->get(['id', 'type', 'subject']) as $row) {
            $told[] = ['id' => (int) $row->id, 'type' => (string) $row->type, 'subject' => (string) $row->subject];
        }
        return $told;
    }

    /** @param array<string, mixed> $event */
    private static function isKept(array $event, bool $canRetry): bool
    {
        try {
            return Capsule::table(Tables::EVENTS)->insert($event);
        } catch (Throwable $cause) {
            if (!$canRetry) {
                throw $cause;
            }
            return false;
        }
    }

    private static function now(): int
    {
        return (int) (microtime(true) * self::SECOND);
    }
}
