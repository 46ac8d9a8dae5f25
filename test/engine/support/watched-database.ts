/** A statement with its bound values. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * Creates a database that passes each statement and each batch to `execute`. The database implements only those members
 * of the binding that the engine uses.
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

/** Executes the statements on the database in one transaction. */
export function executed(db: D1Database, statements: Statement[]): Promise<D1Result[]> {
  return db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)));
}

interface Watch {
  /** Runs in place of each batch. `run` executes the original batch. */
  batch?(run: () => Promise<D1Result[]>, statements: Statement[]): Promise<D1Result[]>;
  /** Receives each statement just before it is executed, alone or in a batch. */
  executed?(statement: Statement): void;
}

/** Wraps a database so that a test can observe its statements and replace its batches. */
export function watchedDatabase(db: D1Database, watch: Watch): D1Database {
  return databaseThrough((statements, isTransaction) => {
    for (const statement of statements) watch.executed?.(statement);
    const run = () => executed(db, statements);
    return isTransaction && watch.batch ? watch.batch(run, statements) : run();
  });
}

/** Wraps a database so that `meanwhile` runs once, before the first batch that contains a matching statement. */
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
