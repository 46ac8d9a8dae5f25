<?php

namespace Frontdesk\Page;

/** One request to the front desk, from this server. */
final class WebGet
{
    private const TIMEOUT_S = 5;
    private const MAX_BYTES = 65536;

    /** @return array{status: int, date: string, body: string}|null null: nothing answers. Redirects are not followed. */
    public static function get(string $url): ?array
    {
        return function_exists('curl_init') ? self::withCurl($url) : self::withStream($url);
    }

    private static function withCurl(string $url): ?array
    {
        $date = '';
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => self::TIMEOUT_S,
            CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$date): int {
                $date = self::dateIn($line) ?? $date;
                return strlen($line);
            },
        ]);
        $body = curl_exec($request);
        $status = (int) curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        curl_close($request);
        return $body === false ? null : ['status' => $status, 'date' => $date, 'body' => substr($body, 0, self::MAX_BYTES)];
    }

    private static function withStream(string $url): ?array
    {
        $http = ['timeout' => self::TIMEOUT_S, 'follow_location' => 0, 'ignore_errors' => true];
        $body = @file_get_contents($url, false, stream_context_create(['http' => $http]), 0, self::MAX_BYTES);
        if ($body === false) {
            return null;
        }
        $date = '';
        foreach ($http_response_header as $line) {
            $date = self::dateIn($line) ?? $date;
        }
        return ['status' => (int) (explode(' ', $http_response_header[0])[1] ?? 0), 'date' => $date, 'body' => $body];
    }

    private static function dateIn(string $line): ?string
    {
        return stripos($line, 'Date:') === 0 ? trim(substr($line, 5)) : null;
    }
}
