<?php

/** Account 1001 has service 9 and domain 12, and an owner. */
final class SomeHoldings implements Frontdesk\Holdings, Frontdesk\Acting\Owners
{
    /** @var array{email: string, language: string}|null */
    public $owner = ['email' => 'owner@maple.example', 'language' => 'en'];

    public function hasService(int $client, int $id): bool
    {
        return [$client, $id] === [1001, 9];
    }

    public function hasDomain(int $client, int $id): bool
    {
        return [$client, $id] === [1001, 12];
    }

    public function cancellations(int $client): array
    {
        return $client === 1001 ? [['id' => 3, 'relid' => 9, 'date' => '2026-05-20T11:00:00Z', 'when' => 'immediately']] : [];
    }

    public function openRenewal(int $client, int $domain): ?array
    {
        return $this->hasDomain($client, $domain) ? ['id' => 7, 'number' => 'T-7'] : null;
    }

    public function payments(int $client): array
    {
        return [7 => 2.5];
    }

    public function account(int $client): ?array
    {
        return ['id' => $client, 'owner' => ['id' => 11] + $this->owner];
    }

    public function events(int $client, int $after, int $limit): array
    {
        return $client === 1001 && $after < 5 && $limit > 0 ? [['id' => 5, 'type' => 'invoice.paid', 'subject' => '7']] : [];
    }

    public function currency(int $client): array
    {
        return ['prefix' => '$', 'suffix' => ' USD', 'format' => 2];
    }

    public function of(int $client): ?array
    {
        return $this->owner;
    }

    public function domainName(int $domain): string
    {
        return 'own.example';
    }
}
