<?php

namespace Frontdesk\Reading;

use Frontdesk\Acting\Orders;
use Frontdesk\Holdings;
use Frontdesk\LocalApi;
use Frontdesk\Refusal;
use Throwable;

/** The reads of one question about an account, in one answer. */
final class Question
{
    private const MAX_CALLS = 8;
    private const FAILED = ['result' => 'error', 'error' => 'failed', 'message' => 'Internal Failure'];

    /** @var int|null */
    private $client;
    /** @var int|null */
    private $user;
    /** @var list<array{0: string, 1: array<string, mixed>}> */
    private $calls = [];

    private function __construct()
    {
    }

    /** @param array<string, mixed> $call */
    public static function read(array $call): self
    {
        $question = new self();
        $question->client = self::id($call['client'] ?? null);
        $question->user = self::id($call['user'] ?? null);
        $calls = $call['calls'] ?? null;
        $isList = is_array($calls) && $calls !== [] && count($calls) <= self::MAX_CALLS;
        if (!$isList || ($question->user !== null && $question->client === null)) {
            throw new Refusal('bad_parameters');
        }
        foreach ($calls as $one) {
            $action = is_array($one) ? $one['action'] ?? null : null;
            $parameters = is_array($one) ? $one['parameters'] ?? [] : null;
            $question->calls[] = [$action, ReadActions::parameters($action, $parameters, $question->client)];
        }
        return $question;
    }

    /** @return array<string, mixed> */
    public function answer(LocalApi $api, Access $access, Holdings $holdings, Orders $orders): array
    {
        if ($this->user === null || $this->client === null) {
            return ['answers' => $this->answers($api, $holdings, $orders)];
        }
        $granted = $access->of($this->user, $this->client);
        return ['access' => $granted, 'answers' => $granted === null ? [] : $this->answers($api, $holdings, $orders)];
    }

    /** @return list<array<string, mixed>> */
    private function answers(LocalApi $api, Holdings $holdings, Orders $orders): array
    {
        $answers = [];
        foreach ($this->calls as list($action, $parameters)) {
            $answers[] = ReadActions::isOwn($action, $parameters, $this->client, $holdings)
                ? ReadActions::told($action, $this->tried($api, $holdings, $orders, $action, $parameters), $this->client)
                : ReadActions::notOwn($action);
        }
        return $answers;
    }

    /**
     * A failed call affects only itself.
     *
     * @param array<string, mixed> $parameters
     * @return array<string, mixed>
     */
    private function tried(LocalApi $api, Holdings $holdings, Orders $orders, string $action, array $parameters): array
    {
        try {
            $answer = $this->asked($api, $holdings, $orders, $action, $parameters);
            return ($answer['result'] ?? '') === 'success' ? $this->completed($holdings, $action, $answer) : $answer;
        } catch (Throwable $cause) {
            logActivity("Frontdesk: $action failed (" . get_class($cause) . ')');
            return self::FAILED;
        }
    }

    /**
     * @param array<string, mixed> $parameters
     * @return array<string, mixed>
     */
    private function asked(LocalApi $api, Holdings $holdings, Orders $orders, string $action, array $parameters): array
    {
        switch ($action) {
            case 'GetCancelledPackages':
                return ['result' => 'success', 'rows' => $holdings->cancellations((int) $this->client)];
            case 'GetClientsDetails':
                return ['result' => 'success', 'client' => $holdings->account((int) $this->client)];
            case 'GetOpenRenewal':
                $domain = (int) ($parameters['domainid'] ?? 0);
                return ['result' => 'success', 'invoice' => $holdings->openRenewal((int) $this->client, $domain)];
            case 'GetEvents':
                list($after, $limit) = [(int) ($parameters['after'] ?? 0), (int) ($parameters['limit'] ?? 0)];
                return ['result' => 'success', 'rows' => $holdings->events((int) $this->client, $after, $limit)];
            case 'GetInvoice':
                return Lists::ofInvoice($api->call($action, $parameters), (int) $this->client);
            case 'GetOrder':
                return ['result' => 'success', 'order' => $orders->find((int) $this->client, (int) ($parameters['id'] ?? 0))];
            case 'GetOrders':
                return ['result' => 'success', 'rows' => $orders->all((int) $this->client)];
            default:
                return Lists::isOne($action) ? Lists::whole($api, $action, $parameters) : $api->call($action, $parameters);
        }
    }

    /**
     * Adds facts that WHMCS's API lacks, or formats for people.
     *
     * @param array<string, mixed> $answer
     * @return array<string, mixed>
     */
    private function completed(Holdings $holdings, string $action, array $answer): array
    {
        switch ($action) {
            case 'GetInvoices':
                $paid = $holdings->payments((int) $this->client);
                foreach ($answer['rows'] as $index => $row) {
                    $total = (float) ($row['subtotal'] ?? 0) + (float) ($row['tax'] ?? 0) + (float) ($row['tax2'] ?? 0);
                    $left = $total - (float) ($row['credit'] ?? 0) - ($paid[(int) ($row['id'] ?? 0)] ?? 0.0);
                    $answer['rows'][$index]['balance'] = number_format($left, 2, '.', '');
                }
                return $answer;
            case 'UpgradeProduct':
                return ['price' => Price::plain($answer['price'] ?? null, $holdings->currency((int) $this->client))] + $answer;
            default:
                return $answer;
        }
    }

    /** @param mixed $given */
    private static function id($given): ?int
    {
        if ($given !== null && (!is_int($given) || $given < 1)) {
            throw new Refusal('bad_parameters');
        }
        return $given;
    }
}
