/** A statement during execution. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * Creates a database that executes single statements, or several in a transaction. The engine uses no other member of
 * the binding.
 */
export function databaseThrough(
  execute: (statements: Statement[], isTransaction: boolean) => Promise<D1Result[]>,
): D1Database {
  function prepare(sql: string, values: unknown[] = []) {
    const one = async () => (await execute([{ sql, values }], false))[0] as D1Result<Record<string, unknown>>;
    return {
      ...{ sql, values },
      bind: (...bound: unknown[]) => prepare(sql, bound),
      all: one,
      run: one,
      async first(column?: string) {
        const [row] = (await one()).results;
        return column === undefined ? (row ?? null) : (row?.[column] ?? null);
      },
    };
  }
  const batch = (statements: Statement[]) =>
    execute(
      statements.map(({ sql, values }) => ({ sql, values })),
      true,
    );
  return { prepare, batch } as unknown as D1Database;
}

/** Executes the statements in one transaction of the database. */
export function executed(db: D1Database, statements: Statement[]): Promise<D1Result[]> {
  return db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)));
}

interface Watch {
  /** Replaces each transaction. `run` executes the original. */
  batch?(run: () => Promise<D1Result[]>, statements: Statement[]): Promise<D1Result[]>;
  /** Receives each executed statement, single or in a transaction. */
  executed?(statement: Statement): void;
}

/** Returns the database with a hook in each execution, through which a test may change it. */
export function watchedDatabase(db: D1Database, watch: Watch): D1Database {
  return databaseThrough((statements, isTransaction) => {
    for (const statement of statements) watch.executed?.(statement);
    const run = () => executed(db, statements);
    return isTransaction && watch.batch ? watch.batch(run, statements) : run();
  });
}

/** Returns the database. `meanwhile` runs before the first transaction with a matching statement. */
export function interrupted(db: D1Database, sql: RegExp, meanwhile: () => Promise<unknown>): D1Database {
  let isOver = false;
  return watchedDatabase(db, {
    async batch(run, statements) {
      if (!isOver && statements.some((statement) => sql.test(statement.sql))) {
        isOver = true;
        await meanwhile();
      }
      return run();
    },
  });
}
