<?php

namespace Frontdesk;

/** Removes from answers of WHMCS's API what must never leave it: passwords, card data, codes, notes and messages. */
final class Redaction
{
    private const HIDDEN = [
        'account_number', 'adminnotes', 'bank_name', 'c', 'card_last_four', 'card_type', 'cclastfour', 'cctype', 'customfields',
        'eppcode', 'expiry_date', 'fraudoutput', 'gatewayid', 'issue_number', 'message', 'notes', 'password', 'priceoverride',
        'pwresetkey', 'remote_token', 'securityqans', 'securityqid', 'start_date', 'transfersecret',
    ];

    /**
     * @param array<string, mixed> $answer
     * @return array<string, mixed>
     */
    public static function of(array $answer): array
    {
        if (($answer['result'] ?? '') === 'success') {
            return self::without($answer);
        }
        return array_intersect_key($answer, ['result' => 0, 'message' => 0, 'warning' => 0, 'error' => 0]);
    }

    private static function without(array $value): array
    {
        $kept = [];
        foreach ($value as $name => $member) {
            if (is_string($name) && in_array(strtolower($name), self::HIDDEN, true)) {
                continue;
            }
            $kept[$name] = is_array($member) ? self::without($member) : $member;
        }
        return $kept;
    }
}
