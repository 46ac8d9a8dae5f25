<?php

// The parts of WHMCS's query builder that the addon uses. The tables are in the JSON file.

namespace WHMCS\Database;

use RuntimeException;

final class Capsule
{
    /** @var string */
    private $table;
    /** @var list<array{0: string, 1: string, 2: mixed}> */
    private $conditions = [];
    /** @var int|null */
    private $limit;

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

    public static function connection(): Connection
    {
        return new Connection();
    }

    public function where(string $column, $operator, $value = null): self
    {
        $this->conditions[] = func_num_args() === 2 ? [$column, '=', $operator] : [$column, $operator, $value];
        return $this;
    }

    public function whereIn(string $column, array $values): self
    {
        $this->conditions[] = [$column, 'in', $values];
        return $this;
    }

    public function orderBy(string $column): self
    {
        if ($column !== 'id') {
            throw new RuntimeException("rows are not kept in the order of $column");
        }
        return $this;
    }

    public function limit(int $limit): self
    {
        $this->limit = $limit;
        return $this;
    }

    public function exists(): bool
    {
        return $this->first() !== null;
    }

    public function first(array $columns = []): ?object
    {
        return $this->limit(1)->get($columns)[0] ?? null;
    }

    /** @return list<object> */
    public function get(array $columns = []): array
    {
        return standIn(function (array &$state) use ($columns): array {
            $rows = array_filter(self::rows($state, $this->table), [$this, 'isMeant']);
            $rows = array_slice(array_values($rows), 0, $this->limit);
            return array_map(function (array $row) use ($columns): object {
                $wanted = $columns === [] ? $row : array_intersect_key($row, array_flip($columns));
                if (count($wanted) < count($columns)) {
                    throw new RuntimeException("a column that $this->table does not have");
                }
                return (object) $wanted;
            }, $rows);
        });
    }

    public function max(string $column): ?int
    {
        $values = array_map(function (object $row) use ($column): int {
            return (int) $row->$column;
        }, $this->get());
        return $values === [] ? null : max($values);
    }

    public function insert(array $row): bool
    {
        return $this->write(function (array &$state) use ($row): bool {
            $rows = self::rows($state, $this->table);
            $keys = $state['keys'][$this->table] ?? ['unique' => [], 'next' => null];
            foreach ($keys['unique'] as $columns) {
                foreach ($rows as $other) {
                    if (array_intersect_key($row, array_flip($columns)) == array_intersect_key($other, array_flip($columns))) {
                        throw new RuntimeException('SQLSTATE[23000]: duplicate entry');
                    }
                }
            }
            if ($keys['next'] !== null) {
                $row = ['id' => $keys['next']] + $row;
                $state['keys'][$this->table]['next']++;
            }
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

    public function update(array $values): int
    {
        return $this->write(function (array &$state) use ($values): int {
            $changed = 0;
            foreach (self::rows($state, $this->table) as $index => $row) {
                // MySQL does not count a row as changed if it already has the values.
                if ($this->isMeant($row) && $values + $row != $row) {
                    $state['tables'][$this->table][$index] = array_replace($row, $values);
                    $changed++;
                }
            }
            return $changed;
        });
    }

    public function increment(string $column): int
    {
        return $this->write(function (array &$state) use ($column): int {
            $changed = 0;
            foreach (self::rows($state, $this->table) as $index => $row) {
                if ($this->isMeant($row)) {
                    $state['tables'][$this->table][$index][$column] = (string) ($row[$column] + 1);
                    $changed++;
                }
            }
            return $changed;
        });
    }

    public function delete(): int
    {
        return $this->write(function (array &$state): int {
            $before = self::rows($state, $this->table);
            $after = array_filter($before, function (array $row): bool {
                return !$this->isMeant($row);
            });
            $state['tables'][$this->table] = array_values($after);
            return count($before) - count($after);
        });
    }

    /** @return mixed */
    private function write(callable $work)
    {
        if (strpos($this->table, 'mod_frontdesk_') !== 0) {
            throw new RuntimeException("$this->table is WHMCS's own");
        }
        return standIn($work);
    }

    private static function rows(array $state, string $table): array
    {
        if (!isset($state['tables'][$table])) {
            throw new RuntimeException("SQLSTATE[42S02]: $table does not exist");
        }
        return $state['tables'][$table];
    }

    private function isMeant(array $row): bool
    {
        foreach ($this->conditions as list($column, $operator, $value)) {
            if (!array_key_exists($column, $row)) {
                throw new RuntimeException("a column that $this->table does not have");
            }
            if ($row[$column] === null) {
                return false;
            }
            $isMet = [
                '=' => $row[$column] === $value,
                '<' => $row[$column] < $value,
                '>' => $row[$column] > $value,
                'in' => is_array($value) && in_array($row[$column], $value, true),
            ];
            if (!$isMet[$operator]) {
                return false;
            }
        }
        return true;
    }
}

/** Advisory locks. Each is a file lock, which the operating system releases when the process ends. */
final class Connection
{
    /** @var array<string, resource> closed at the end of the request, as a database connection is */
    private static $held = [];

    public function selectOne(string $sql, array $values, bool $useReadPdo): object
    {
        switch ($sql) {
            case 'SELECT DATABASE() AS name':
                return (object) ['name' => 'whmcs'];
            case 'SELECT GET_LOCK(?, ?) AS taken':
                return (object) ['taken' => $this->take($values[0], $values[1])];
            case 'SELECT RELEASE_LOCK(?) AS released':
                fclose(self::$held[$values[0]]);
                unset(self::$held[$values[0]]);
                return (object) ['released' => 1];
            default:
                throw new RuntimeException('a query that is not known');
        }
    }

    private function take(string $name, int $seconds): int
    {
        if (strlen($name) > 64) {
            throw new RuntimeException('the name of a lock is too long');
        }
        $file = fopen(dirname(__FILE__) . '/' . $name . '.lock', 'c');
        for ($end = microtime(true) + $seconds; !flock($file, LOCK_EX | LOCK_NB); usleep(10000)) {
            if (microtime(true) >= $end) {
                return 0;
            }
        }
        self::$held[$name] = $file;
        return 1;
    }
}

final class Schema
{
    public function hasTable(string $table): bool
    {
        return standIn(function (array &$state) use ($table): bool {
            return isset($state['tables'][$table]);
        });
    }

    public function create(string $table, callable $define): void
    {
        $columns = new Columns();
        $define($columns);
        standIn(function (array &$state) use ($table, $columns): void {
            $state['tables'][$table] = [];
            $state['keys'][$table] = ['unique' => $columns->unique, 'next' => $columns->next];
        });
    }

    public function dropIfExists(string $table): void
    {
        standIn(function (array &$state) use ($table): void {
            unset($state['tables'][$table], $state['keys'][$table]);
        });
    }
}

final class Columns
{
    /** @var list<list<string>> */
    public $unique = [];
    /** @var int|null the next id; null if the rows have no id */
    public $next;
    /** @var string */
    private $last = '';

    public function increments(string $name): self
    {
        $this->next = 1;
        return $this;
    }

    public function unique(array $columns, string $name): self
    {
        $this->unique[] = $columns;
        return $this;
    }

    public function primary(): self
    {
        $this->unique[] = [$this->last];
        return $this;
    }

    /** Ignores column types, because rows in a JSON file have none. */
    public function __call(string $name, array $arguments): self
    {
        $this->last = (string) ($arguments[0] ?? $this->last);
        return $this;
    }
}
