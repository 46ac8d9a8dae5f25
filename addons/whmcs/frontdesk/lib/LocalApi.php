<?php

namespace Frontdesk;

/** WHMCS's own API, within the process. */
interface LocalApi
{
    /**
     * Carries out an action as the administrator of the settings.
     *
     * @param array<string, mixed> $parameters
     * @return array<string, mixed> with `result`, and the `message` of an error
     */
    public function call(string $action, array $parameters): array;
}
