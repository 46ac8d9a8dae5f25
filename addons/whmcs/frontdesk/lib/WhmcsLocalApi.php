<?php

namespace Frontdesk;

final class WhmcsLocalApi implements LocalApi
{
    /** @var string|null */
    private $administrator;

    /** @param string|null $administrator the username recorded with orders; null if the settings have none */
    public function __construct(?string $administrator)
    {
        $this->administrator = $administrator;
    }

    public function call(string $action, array $parameters): array
    {
        if ($this->administrator === null) {
            return (array) localAPI($action, $parameters);
        }
        return (array) localAPI($action, $parameters, $this->administrator);
    }
}
