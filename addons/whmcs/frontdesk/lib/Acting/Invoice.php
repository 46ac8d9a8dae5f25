<?php

namespace Frontdesk\Acting;

use Frontdesk\LocalApi;

/** An invoice, as far as the price of an order is judged by it. */
final class Invoice
{
    /** @var string before taxes, as `12.34` */
    public $subtotal;
    /** @var bool nothing of it was paid, in money or credit */
    public $isUntouched;
    /** @var bool its gateway can be told to charge a stored card */
    public $canBeCaptured;
    /** @var string the gateway's module; empty where it is not told */
    public $gateway;

    private function __construct(string $subtotal, bool $isUntouched, bool $canBeCaptured, string $gateway)
    {
        $this->subtotal = $subtotal;
        $this->isUntouched = $isUntouched;
        $this->canBeCaptured = $canBeCaptured;
        $this->gateway = $gateway;
    }

    /** Null for one of another account, and where it does not read. */
    public static function read(LocalApi $api, int $client, int $id): ?self
    {
        $answer = $api->call('GetInvoice', ['invoiceid' => $id]);
        if (($answer['result'] ?? '') !== 'success' || (int) ($answer['userid'] ?? 0) !== $client) {
            return null;
        }
        $amounts = [];
        foreach (['subtotal', 'credit', 'total', 'balance'] as $name) {
            $amounts[$name] = self::amount($answer[$name] ?? null);
        }
        if ($amounts['subtotal'] === null) {
            return null;
        }
        $isUnpaid = strtolower((string) ($answer['status'] ?? '')) === 'unpaid';
        $isDueWhole = $amounts['balance'] !== null && $amounts['balance'] === $amounts['total'];
        $isUntouched = $isUnpaid && $amounts['credit'] === '0.00' && $isDueWhole;
        $canBeCaptured = filter_var($answer['ccgateway'] ?? false, FILTER_VALIDATE_BOOLEAN);
        return new self($amounts['subtotal'], $isUntouched, $canBeCaptured, (string) ($answer['paymentmethod'] ?? ''));
    }

    /**
     * An amount with two decimals, and no more but zeros; null for what is none.
     *
     * @param mixed $written
     */
    public static function amount($written): ?string
    {
        $text = is_int($written) || is_float($written) ? (string) $written : $written;
        if (!is_string($text) || !preg_match('/^(-?\d{1,12})(?:\.(\d{1,2})0*)?$/D', $text, $parts)) {
            return null;
        }
        return $parts[1] . '.' . str_pad($parts[2] ?? '', 2, '0');
    }
}
