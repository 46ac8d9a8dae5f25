<?php

/** Settings and codes, in memory. */
final class MemoryStore implements Frontdesk\Store
{
    /** @var array<string, string> */
    public $settings = ['key' => 'a-key-of-the-tests'];
    /** @var array<string, array{user_id: int, challenge: string, expires_at: int}> */
    public $codes = [];

    public function setting(string $name): ?string
    {
        return $this->settings[$name] ?? null;
    }

    public function keep(string $name, string $value): void
    {
        $this->settings[$name] = $value;
    }

    public function isDue(string $name, int $now, int $seconds): bool
    {
        if ($now < (int) ($this->settings[$name] ?? 0) + $seconds) {
            return false;
        }
        $this->settings[$name] = (string) $now;
        return true;
    }

    public function count(string $name, int $minute): int
    {
        $this->settings["calls.$minute.$name"] = (string) (($this->settings["calls.$minute.$name"] ?? 0) + 1);
        return (int) $this->settings["calls.$minute.$name"];
    }

    public function keepCode(string $hash, int $userId, string $challenge, int $expiresAt): void
    {
        $this->codes[$hash] = ['user_id' => $userId, 'challenge' => $challenge, 'expires_at' => $expiresAt];
    }

    public function takeCode(string $hash): ?array
    {
        $code = $this->codes[$hash] ?? null;
        unset($this->codes[$hash]);
        return $code;
    }

    public function forgetCodes(int $before): void
    {
        $this->codes = array_filter($this->codes, function ($code) use ($before) {
            return $code['expires_at'] >= $before;
        });
    }
}
