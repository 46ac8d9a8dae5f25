<?php

namespace Frontdesk\Page;

/** One request to the front desk, from this server: by PHP's curl extension, which WHMCS itself requires. */
final class WebGet
{
    private const TIMEOUT_S = 5;
    private const MAX_BYTES = 65536;

    /** @return array{status: int, date: string, body: string}|null null: nothing answers. Redirects are not followed. */
    public static function get(string $url): ?array
    {
        $date = '';
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => self::TIMEOUT_S,
            CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$date): int {
                $date = stripos($line, 'Date:') === 0 ? trim(substr($line, 5)) : $date;
                return strlen($line);
            },
        ]);
        $body = curl_exec($request);
        $status = (int) curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        curl_close($request);
        return $body === false ? null : ['status' => $status, 'date' => $date, 'body' => substr($body, 0, self::MAX_BYTES)];
    }
}
