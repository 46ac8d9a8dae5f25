<?php

require __DIR__ . '/../frontdesk/lib/autoload.php';

spl_autoload_register(function ($class) {
    $file = __DIR__ . "/support/$class.php";
    if (is_file($file)) {
        require $file;
    }
});

/** WHMCS's activity log: the lines of one test. */
function logActivity(string $line): void
{
    MemoryWhmcs::$log[] = $line;
}

function challengeOf(string $verifier): string
{
    return rtrim(strtr(base64_encode(hash('sha256', $verifier, true)), '+/', '-_'), '=');
}
