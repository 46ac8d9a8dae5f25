/** A database that counts the rows that D1 reports as read. */
export interface CountedDatabase {
  db: D1Database;
  /** Runs the work. Returns the number of rows read, as D1 bills them, and of round trips to the database. */
  rowsOf(work: () => Promise<unknown>): Promise<{ rows: number; trips: number }>;
}

interface CountedStatement {
  inner: D1PreparedStatement;
}

/**
 * Wraps a database with counters.
 * @param db a real local or deployed database, because only D1 counts the rows that it reads
 */
export function countedDatabase(db: D1Database): CountedDatabase {
  let counted = { rows: 0, trips: 0 };
  const count = <Result extends D1Result>(results: Result[]): Result[] => {
    counted.trips++;
    for (const { meta } of results) counted.rows += meta.rows_read;
    return results;
  };
  const statement = (inner: D1PreparedStatement) => {
    const run = async () => count([await inner.run<Record<string, unknown>>()])[0] as D1Result<Record<string, unknown>>;
    return {
      inner,
      bind: (...values: unknown[]) => statement(inner.bind(...values)),
      all: run,
      run,
      async first(column?: string) {
        const [row] = (await run()).results;
        return column === undefined ? (row ?? null) : (row?.[column] ?? null);
      },
    };
  };
  // The engine uses only these two methods of the binding.
  const watched = {
    prepare: (sql: string) => statement(db.prepare(sql)),
    batch: async (statements: CountedStatement[]) => count(await db.batch(statements.map(({ inner }) => inner))),
  };
  return {
    db: watched as unknown as D1Database,
    async rowsOf(work) {
      counted = { rows: 0, trips: 0 };
      await work();
      return counted;
    },
  };
}
