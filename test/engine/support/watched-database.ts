/** A statement as it was bound. */
export interface Statement {
  sql: string;
  values: unknown[];
}

interface Watch {
  /** Instead of each transaction, which `run` runs. */
  batch?(run: () => Promise<D1Result[]>, statements: Statement[]): Promise<D1Result[]>;
  /** Each statement that is executed, alone or in a transaction. */
  executed?(statement: Statement): void;
}

interface WatchedStatement extends Statement {
  inner: D1PreparedStatement;
}

/** The database, with what is executed seen or changed by a test. */
export function watchedDatabase(db: D1Database, { batch = (run) => run(), executed = () => {} }: Watch): D1Database {
  const watched = (sql: string, values: unknown[], inner: D1PreparedStatement) => {
    const statement: WatchedStatement = { sql, values, inner };
    const seen = () => {
      executed(statement);
      return inner;
    };
    return {
      ...statement,
      bind: (...bound: unknown[]) => watched(sql, bound, inner.bind(...bound)),
      first: (column: string) => (column === undefined ? seen().first() : seen().first(column)),
      all: () => seen().all(),
      run: () => seen().run(),
    };
  };
  // The engine uses no more of the binding than this.
  return {
    prepare: (sql: string) => watched(sql, [], db.prepare(sql)),
    batch(statements: WatchedStatement[]) {
      for (const statement of statements) executed(statement);
      return batch(() => db.batch(statements.map(({ inner }) => inner)), statements);
    },
  } as unknown as D1Database;
}

/** The database; before the first transaction with such a statement, something else happens. */
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
