<?php

/** An installation with an administrator, or without. */
final class OneInstallation implements Frontdesk\Installation
{
    /** @var array{id: int, username: string}|null */
    public $administrator = ['id' => MemoryWhmcs::ADMINISTRATOR, 'username' => 'frontdesk'];

    /** @var bool */
    public $allowsOrders = true;

    public function version(): string
    {
        return '8.13.1';
    }

    public function administrator(): ?array
    {
        return $this->administrator;
    }

    public function facts(): array
    {
        return ['time_zone' => 'UTC'];
    }

    public function configured(string $setting): string
    {
        return '';
    }

    public function allowsOrders(): bool
    {
        return $this->allowsOrders;
    }
}
