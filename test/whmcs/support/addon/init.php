<?php

// The parts of WHMCS that the addon uses, written from WHMCS's documentation. The data is in a JSON file, and the user
// in a cookie.

namespace {
    const WHMCS = true;
    require_once __DIR__ . '/database.php';
    require_once __DIR__ . '/local-api.php';
    ob_start();
    echo "printed by another module\n";

    /**
     * Reads the JSON file, lets $work change the state, and writes a changed state. Only one process does so at a time.
     * @return mixed what $work returns
     */
    function standIn(callable $work)
    {
        $lock = fopen(__DIR__ . '/state.lock', 'c');
        flock($lock, LOCK_EX);
        $state = json_decode(file_get_contents(__DIR__ . '/state.json'), true);
        $before = $state;
        $result = $work($state);
        if ($state !== $before) {
            file_put_contents(__DIR__ . '/state.json.new', json_encode($state));
            rename(__DIR__ . '/state.json.new', __DIR__ . '/state.json');
        }
        fclose($lock);
        return $result;
    }

    function encrypt(string $text): string
    {
        return 'encrypted:' . base64_encode($text);
    }

    function decrypt(string $text): string
    {
        return strpos($text, 'encrypted:') === 0 ? base64_decode(substr($text, 10)) : '';
    }

    function logActivity(string $line): void
    {
        standIn(function (array &$state) use ($line) {
            $state['log'][] = $line;
        });
    }

    function add_hook(string $name, int $priority, callable $hook): void
    {
        $GLOBALS['hooks'][$name][] = $hook;
    }

    function check_token(string $name): void
    {
        if (($_POST['token'] ?? '') !== 'token-of-' . $name) {
            http_response_code(403);
            exit;
        }
    }

    function generate_token(string $form): string
    {
        return '<input type="hidden" name="token" value="token-of-WHMCS.admin.default">';
    }
}

namespace WHMCS\User {
    final class User
    {
        /** @var array{0: string, 1: mixed} */
        private $condition;

        public static function find(int $id): ?object
        {
            return self::where('id', $id)->first();
        }

        /** @param mixed $value */
        public static function where(string $column, $value): self
        {
            $query = new self();
            $query->condition = [$column, $value];
            return $query;
        }

        public function first(): ?object
        {
            return standIn(function (array &$state) {
                list($column, $value) = $this->condition;
                $at = array_search($value, array_column($state['users'], $column), true);
                return $at === false ? null : (object) $state['users'][$at];
            });
        }
    }
}

namespace WHMCS\Authentication {
    final class CurrentUser
    {
        public function user(): ?object
        {
            return isset($_COOKIE['user']) ? \WHMCS\User\User::find((int) $_COOKIE['user']) : null;
        }

        public function isMasqueradingAdmin(): bool
        {
            return isset($_COOKIE['admin']);
        }
    }
}

namespace {
    // WHMCS loads the hooks of active addons with every page.
    $isActive = WHMCS\Database\Capsule::table('tbladdonmodules')->where('module', 'frontdesk')->exists();
    if ($isActive && is_file(__DIR__ . '/modules/addons/frontdesk/hooks.php')) {
        require_once __DIR__ . '/modules/addons/frontdesk/hooks.php';
    }
}
