import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";

/** The SQLite limits that D1 lowers, as measured on the real binding. */
const LIMITS = {
  column: 100,
  compoundSelect: 5,
  exprDepth: 100,
  functionArg: 127,
  likePatternLength: 50,
  sqlLength: 100_000,
  variableNumber: 100,
};

const PRIMARY_CODES: Record<number, string> = { 1: "SQLITE_ERROR", 18: "SQLITE_TOOBIG", 20: "SQLITE_MISMATCH" };
/** SQLite's extended result codes for SQLITE_CONSTRAINT. */
const CONSTRAINTS: Record<number, string> = {
  275: "CHECK",
  787: "FOREIGNKEY",
  1299: "NOTNULL",
  1555: "PRIMARYKEY",
  1811: "TRIGGER",
  2067: "UNIQUE",
};

interface SqliteStatement {
  sql: string;
  values: SQLInputValue[];
}

interface Execution {
  columns: string[];
  rows: unknown[][];
  meta: { changes: number; last_row_id: number };
}

/**
 * Creates a D1 database in this process: an in-memory SQLite database with the interface of the D1 binding.
 *
 * The database supports `prepare` with `bind`, `first`, `all`, `run` and `raw`, and `batch` as one transaction. Foreign
 * keys are on, and D1's limits apply. A statement that begins a transaction is refused. Values are converted as on the
 * binding: booleans become 0 and 1, bytes become arrays, and `undefined` and bigint are refused. Errors have the
 * binding's messages, but without the offset in the statement. `meta` contains `last_row_id` and `changes`, which
 * includes the changes by triggers and cascades. `exec`, `dump` and sessions are not implemented.
 * `database-contract.ts` compares this database with the real binding.
 * @param script SQL that the new database executes first, such as migrations
 */
export function sqliteD1(script = ""): D1Database {
  const options = { enableForeignKeyConstraints: true, limits: LIMITS };
  const db = new DatabaseSync(":memory:", options);
  db.exec(script);
  const cached = new Map<string, StatementSync>();

  function prepared(sql: string): StatementSync {
    const statement = cached.get(sql) ?? db.prepare(sql);
    statement.setReturnArrays(true);
    cached.set(sql, statement);
    return statement;
  }

  function changes(): { total: number; lastRowId: number } {
    const row = prepared("SELECT total_changes(), last_insert_rowid()").get() as unknown as number[];
    return { total: row[0] ?? 0, lastRowId: row[1] ?? 0 };
  }

  function executeOne({ sql, values }: SqliteStatement): Execution {
    if (/^\s*(?:BEGIN|SAVEPOINT)\b/i.test(sql)) throw new Error("To execute a transaction, please use the batch.");
    if (values.length !== parameterCount(sql)) throw new Error("Wrong number of parameter bindings for SQL query.");
    const statement = prepared(sql);
    const before = changes();
    const rows = statement.all(...values) as unknown as SQLOutputValue[][];
    const after = changes();
    return {
      columns: statement.columns().map(({ name }) => name),
      rows: rows.map((row) => row.map((value) => (value instanceof Uint8Array ? [...value] : value))),
      meta: { changes: after.total - before.total, last_row_id: after.lastRowId },
    };
  }

  /** Executes statements in one transaction. If one of them fails, none has an effect. */
  function execute(statements: SqliteStatement[]): Execution[] {
    if (statements.length === 0) throw d1Error(new Error("No SQL statements detected."));
    db.exec("BEGIN");
    try {
      const results = statements.map(executeOne);
      db.exec("COMMIT");
      return results;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw d1Error(error);
    }
  }

  function prepare(sql: string, values: SQLInputValue[] = []) {
    const run = async () => execute([{ sql, values }])[0] as Execution;
    return {
      ...{ sql, values },
      bind: (...bound: unknown[]) => prepare(sql, bound.map(toInput)),
      all: async () => toResult(await run()),
      run: async () => toResult(await run()),
      raw: async ({ columnNames = false } = {}) => {
        const { columns, rows } = await run();
        return columnNames ? [columns, ...rows] : rows;
      },
      first: async (column?: string) => {
        const [row] = toResult(await run()).results;
        if (!row || column === undefined) return row ?? null;
        if (row[column] === undefined) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
        return row[column];
      },
    };
  }
  const batch = async (statements: SqliteStatement[]) => execute(statements).map(toResult);
  // The object implements only those members of the binding's type that the docstring of `sqliteD1` lists.
  return { prepare: (sql: string) => prepare(sql), batch } as unknown as D1Database;
}

function toResult({ columns, rows, meta }: Execution) {
  const results = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  return { success: true, results, meta };
}

function toInput(value: unknown): SQLInputValue {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return Uint8Array.from(value as Uint8Array);
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

/** Returns how many values a statement needs. `?3` is the third value, and `?` the one after the highest so far. */
function parameterCount(sql: string): number {
  const code = sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$/gm, "");
  return [...code.matchAll(/\?(\d*)/g)].reduce((highest, [, number]) => {
    return Math.max(highest, number ? Number(number) : highest + 1);
  }, 0);
}

/** Converts an error to the binding's, as in `D1_ERROR: …: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)`. */
function d1Error(error: unknown): Error {
  const { message, errcode } = error as Error & { errcode?: number };
  const said = errcode === undefined ? message : `${message}: ${codeName(errcode)}`;
  return new Error(`D1_ERROR: ${said}`, { cause: new Error(said) });
}

function codeName(code: number): string {
  const constraint = CONSTRAINTS[code];
  if (constraint) return `SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_${constraint})`;
  return PRIMARY_CODES[code & 0xff] ?? `SQLite's code ${code}`;
}
