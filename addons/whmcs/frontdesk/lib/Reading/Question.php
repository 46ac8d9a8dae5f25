<?php

namespace Frontdesk\Reading;

use Frontdesk\Holdings;
use Frontdesk\LocalApi;
use Frontdesk\Refusal;
use Throwable;

/** What is read for one question about an account, in one answer. */
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
    public function answer(LocalApi $api, Access $access, Holdings $holdings): array
    {
        if ($this->user === null || $this->client === null) {
            return ['answers' => $this->answers($api, $holdings)];
        }
        $granted = $access->of($this->user, $this->client);
        return ['access' => $granted, 'answers' => $granted === null ? [] : $this->answers($api, $holdings)];
    }

    /** @return list<array<string, mixed>> */
    private function answers(LocalApi $api, Holdings $holdings): array
    {
        $answers = [];
        foreach ($this->calls as list($action, $parameters)) {
            $answers[] = ReadActions::isOwn($action, $parameters, $this->client, $holdings)
                ? ReadActions::told($action, $this->tried($api, $holdings, $action, $parameters), $this->client)
                : ReadActions::notOwn($action);
        }
        return $answers;
    }

    /**
     * One call that fails costs itself.
     *
     * @param array<string, mixed> $parameters
     * @return array<string, mixed>
     */
    private function tried(LocalApi $api, Holdings $holdings, string $action, array $parameters): array
    {
        try {
            if ($action === 'GetCancelledPackages') {
                $requests = $holdings->cancellations((int) $this->client);
                return ['result' => 'success', 'packages' => ['package' => $requests]];
            }
            if ($action === 'GetDomainInvoices') {
                $invoices = $holdings->domainInvoices((int) $this->client, (int) ($parameters['domainid'] ?? 0));
                return ['result' => 'success', 'invoices' => ['invoice' => $invoices]];
            }
            return $api->call($action, $parameters);
        } catch (Throwable $cause) {
            logActivity("Frontdesk: $action failed (" . get_class($cause) . ')');
            return self::FAILED;
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
