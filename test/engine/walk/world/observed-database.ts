/** A statement as it is executed. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/** What befalls one call of the database. `lost`: done, and answered with an error; `failed`: answered with an error, and not done. */
export type DatabaseFault = "lost" | "failed" | null;

export interface Observer {
  /** Waits for its turn before each call. */
  point(): Promise<void>;
  /** @param writes whether the call may change a row */
  faultOf(writes: boolean): DatabaseFault;
  /** Replaces statements, as a mistake in the engine would. */
  rewrite(statement: Statement): Statement;
  /** After each transaction that may have changed a row. */
  written(): Promise<void>;
}

/** A database whose every call waits for its turn, may fail, and is told of what it wrote. */
export function observedDatabase(db: D1Database, observer: Observer): D1Database {
  async function execute(statements: Statement[]): Promise<D1Result[]> {
    await observer.point();
    const rewritten = statements.map((statement) => observer.rewrite(statement));
    const writes = rewritten.some(({ sql }) => /^\s*(?:INSERT|UPDATE|DELETE)\b/.test(sql));
    const fault = observer.faultOf(writes);
    if (fault === "failed") throw new Error("D1_ERROR: Network connection lost.");
    const results = await db.batch(rewritten.map(({ sql, values }) => db.prepare(sql).bind(...values)));
    if (writes) await observer.written();
    if (fault === "lost") throw new Error("D1_ERROR: Network connection lost.");
    return results;
  }

  function prepare(sql: string, values: unknown[] = []) {
    const one = async () => (await execute([{ sql, values }]))[0] as D1Result<Record<string, unknown>>;
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

  // The engine uses no more of the binding than this.
  return {
    prepare,
    batch: (statements: Statement[]) => execute(statements.map(({ sql, values }) => ({ sql, values }))),
  } as unknown as D1Database;
}
