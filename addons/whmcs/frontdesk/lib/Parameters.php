<?php

namespace Frontdesk;

/** Parameters for an action of WHMCS's API: only those that a list allows, for one account. */
final class Parameters
{
    /**
     * @param mixed $given
     * @param list<string> $allowed
     * @return array<string, mixed> texts, numbers, yes and no, and lists or maps of them
     */
    public static function read($given, array $allowed): array
    {
        if (!is_array($given)) {
            throw new Refusal('bad_parameters');
        }
        foreach ($given as $name => $value) {
            if (!in_array($name, $allowed, true)) {
                throw new Refusal('bad_parameters');
            }
            foreach (is_array($value) ? $value : [$value] as $item) {
                if (!is_scalar($item)) {
                    throw new Refusal('bad_parameters');
                }
            }
        }
        return $given;
    }

    /**
     * The parameters with the account set. Another account in them is refused.
     *
     * @param array<string, mixed> $parameters
     * @return array<string, mixed>
     */
    public static function ofClient(array $parameters, string $name, int $client): array
    {
        if (isset($parameters[$name]) && $parameters[$name] !== $client && $parameters[$name] !== (string) $client) {
            throw new Refusal('foreign_account');
        }
        return [$name => $client] + $parameters;
    }
}
