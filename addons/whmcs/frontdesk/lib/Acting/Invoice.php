<?php

namespace Frontdesk\Acting;

use Frontdesk\LocalApi;

/** The parts of an invoice that decide on an order. */
final class Invoice
{
    /** @var string before taxes, as `12.34` */
    public $subtotal;
    /** @var string in lower case */
    public $status;
    /** @var bool nothing of it is paid, in money or credit */
    public $isUntouched;
    /** @var bool its gateway can charge a stored card */
    private $canBeCaptured;
    /** @var string the gateway's module; empty if unknown */
    private $gateway;

    private function __construct()
    {
    }

    /**
     * How it differs from the order. `price`: another price. `gateway`: a stored card may be charged, and nobody chose that gateway.
     * `paid`: on such a gateway and no longer unpaid. `moved`: someone chose another gateway that can charge a stored card.
     *
     * @param array{subtotal: string|null, take_back: bool, gateway: string} $terms
     * @return list<string>
     */
    public function differences(array $terms): array
    {
        $differences = $terms['subtotal'] !== null && $this->subtotal !== $terms['subtotal'] ? ['price'] : [];
        if ($this->canBeCaptured) {
            $isMoved = $this->gateway !== '' && strtolower($this->gateway) !== strtolower($terms['gateway']);
            $differences[] = $isMoved ? 'moved' : ($this->status === 'unpaid' ? 'gateway' : 'paid');
        }
        return $differences;
    }

    /** Null for an invoice of another account, or an unreadable one. */
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
        $invoice = new self();
        $invoice->subtotal = $amounts['subtotal'];
        $invoice->status = strtolower((string) ($answer['status'] ?? ''));
        $isDueWhole = $amounts['balance'] !== null && $amounts['balance'] === $amounts['total'];
        $invoice->isUntouched = $invoice->status === 'unpaid' && $amounts['credit'] === '0.00' && $isDueWhole;
        $invoice->canBeCaptured = filter_var($answer['ccgateway'] ?? false, FILTER_VALIDATE_BOOLEAN);
        $invoice->gateway = (string) ($answer['paymentmethod'] ?? '');
        return $invoice;
    }

    /**
     * An amount with two decimals, further ones only zeros; null if it is not one.
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
