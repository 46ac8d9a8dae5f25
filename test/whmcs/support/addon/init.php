<?php

// What the addon uses of WHMCS, by its documentation: over a file of JSON, with the user in a cookie.

namespace {
    const WHMCS = true;
    ob_start();
    echo "printed by another module\n";

    /** Reads the file, lets $work change it, and writes it, alone. @return mixed what $work returns */
    function standIn(callable $work)
    {
        $file = fopen(__DIR__ . '/state.json', 'c+');
        flock($file, LOCK_EX);
        $state = json_decode(stream_get_contents($file), true);
        $result = $work($state);
        ftruncate($file, 0);
        rewind($file);
        fwrite($file, json_encode($state));
        fclose($file);
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

    function localAPI(string $action, array $parameters): array
    {
        return standIn(function (array &$state) use ($action, $parameters) {
            $answer = $state['answers'][$action] ?? null;
            if ($answer !== null) {
                return $answer;
            }
            $users = array_filter($state['users'], function (array $user) use ($parameters) {
                return strpos($user['email'], $parameters['search']) === 0;
            });
            return ['result' => 'success', 'users' => array_values($users)];
        });
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

namespace WHMCS\Database {
    final class Capsule
    {
        /** @var string */
        private $table;
        /** @var list<array{0: string, 1: string, 2: mixed}> */
        private $conditions = [];

        public static function table(string $table): self
        {
            $query = new self();
            $query->table = $table;
            return $query;
        }

        public static function schema(): Schema
        {
            return new Schema();
        }

        public function where(string $column, $operator, $value = null): self
        {
            $this->conditions[] = func_num_args() === 2 ? [$column, '=', $operator] : [$column, $operator, $value];
            return $this;
        }

        public function exists(): bool
        {
            return $this->first() !== null;
        }

        public function first(): ?object
        {
            return standIn(function (array &$state) {
                $rows = array_values(array_filter($state['tables'][$this->table], [$this, 'isMeant']));
                return $rows === [] ? null : (object) $rows[0];
            });
        }

        public function insert(array $row): bool
        {
            return standIn(function (array &$state) use ($row) {
                $state['tables'][$this->table][] = $row;
                return true;
            });
        }

        public function updateOrInsert(array $key, array $values): bool
        {
            foreach ($key as $column => $value) {
                $this->where($column, $value);
            }
            $this->delete();
            return $this->insert($key + $values);
        }

        public function delete(): int
        {
            return standIn(function (array &$state) {
                $before = $state['tables'][$this->table];
                $after = array_filter($before, function (array $row) {
                    return !$this->isMeant($row);
                });
                $state['tables'][$this->table] = array_values($after);
                return count($before) - count($after);
            });
        }

        private function isMeant(array $row): bool
        {
            foreach ($this->conditions as list($column, $operator, $value)) {
                if (!($operator === '<' ? $row[$column] < $value : $row[$column] === $value)) {
                    return false;
                }
            }
            return true;
        }
    }

    final class Schema
    {
        public function hasTable(string $table): bool
        {
            return standIn(function (array &$state) use ($table) {
                return isset($state['tables'][$table]);
            });
        }

        public function create(string $table, callable $columns): void
        {
            $columns(new Columns());
            standIn(function (array &$state) use ($table) {
                $state['tables'][$table] = [];
            });
        }

        public function dropIfExists(string $table): void
        {
            standIn(function (array &$state) use ($table) {
                unset($state['tables'][$table]);
            });
        }
    }

    final class Columns
    {
        public function __call(string $name, array $arguments): self
        {
            return $this;
        }
    }
}

namespace WHMCS\User {
    final class User
    {
        public static function find(int $id): ?object
        {
            return standIn(function (array &$state) use ($id) {
                foreach ($state['users'] as $user) {
                    if ($user['id'] === $id) {
                        return (object) $user;
                    }
                }
                return null;
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
