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

/** The database, with what is executed seen or changed by a test. */
export function watchedDatabase(db: D1Database, { batch = (run) => run(), executed = () => {} }: Watch): D1Database {
  class Watched {
    readonly sql: string;
    readonly values: unknown[];
    readonly inner: D1PreparedStatement;

    constructor(sql: string, values: unknown[] = []) {
      this.sql = sql;
      this.values = values;
      this.inner = values.length > 0 ? db.prepare(sql).bind(...values) : db.prepare(sql);
    }

    bind(...values: unknown[]) {
      return new Watched(this.sql, values);
    }

    first(column: string) {
      executed(this);
      return column === undefined ? this.inner.first() : this.inner.first(column);
    }

    all() {
      executed(this);
      return this.inner.all();
    }

    run() {
      executed(this);
      return this.inner.run();
    }
  }
  // The engine uses no more of the binding than this.
  return {
    prepare: (sql: string) => new Watched(sql),
    batch(statements: Watched[]) {
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
