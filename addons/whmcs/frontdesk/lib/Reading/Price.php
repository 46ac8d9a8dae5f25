<?php

namespace Frontdesk\Reading;

/** An amount as WHMCS shows it to people. */
final class Price
{
    /** Per currency format, the pattern of an amount, and its separators. */
    private const FORMATS = [
        1 => ['/^\d+(?:\.\d{1,2})?$/D', '', '.'],
        2 => ['/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/D', ',', '.'],
        3 => ['/^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?$/D', '.', ','],
        4 => ['/^(?:\d{1,3}(?:,\d{3})+|\d+)$/D', ',', '.'],
    ];

    /**
     * A text such as `$-1,208.67 USD`, or a bare number, as `-1208.67`.
     *
     * @param mixed $written
     * @param array{prefix: string, suffix: string, format: int} $currency
     * @return string|null null for text of another currency or format
     */
    public static function plain($written, array $currency): ?string
    {
        $text = trim(html_entity_decode(is_scalar($written) ? (string) $written : '', ENT_QUOTES | ENT_HTML5, 'UTF-8'));
        if (preg_match('/^-?\d+(?:\.\d{1,2})?$/D', $text)) {
            return $text;
        }
        // The sign is before or after the prefix.
        $affixes = [preg_quote(trim($currency['prefix']), '/'), preg_quote(trim($currency['suffix']), '/')];
        $isShown = preg_match("/^(-?)\\s*$affixes[0]\\s*(-?)\\s*([\\d.,]+)\\s*$affixes[1]$/Du", $text, $parts);
        list($shape, $thousands, $decimals) = self::FORMATS[$currency['format']] ?? self::FORMATS[1];
        if (!$isShown || ($parts[1] . $parts[2]) === '--' || !preg_match($shape, $parts[3])) {
            return null;
        }
        $number = str_replace([$thousands, $decimals], ['', '.'], $parts[3]);
        return ($parts[1] . $parts[2]) . $number;
    }
}
