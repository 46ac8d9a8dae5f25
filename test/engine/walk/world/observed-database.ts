import { databaseThrough, executed, type Statement } from "../../support/watched-database.ts";

/**
 * A fault of one database call. A `lost` call takes effect and then returns an error. A `failed` call returns an error
 * and has no effect.
 */
export type DatabaseFault = "lost" | "failed" | null;

export interface Observer {
  /** Runs before each call, and waits until it is the call's turn. */
  point(): Promise<void>;
  /** @param writes whether the call may change a row */
  faultOf(writes: boolean): DatabaseFault;
  /** Returns the statement to execute. It may differ, to simulate a mistake in the engine. */
  rewrite(statement: Statement): Statement;
  /** Runs after each transaction that may have changed a row. */
  written(): Promise<void>;
}

/** Wraps a database so that each call waits for its turn, may fail, and reports its writes. */
export function observedDatabase(db: D1Database, observer: Observer): D1Database {
  return databaseThrough(async (statements) => {
    await observer.point();
    const rewritten = statements.map((statement) => observer.rewrite(statement));
    const writes = rewritten.some(({ sql }) => /^\s*(?:INSERT|UPDATE|DELETE)\b/.test(sql));
    const fault = observer.faultOf(writes);
    if (fault === "failed") throw new Error("D1_ERROR: Network connection lost.");
    const results = await executed(db, rewritten);
    if (writes) await observer.written();
    if (fault === "lost") throw new Error("D1_ERROR: Network connection lost.");
    return results;
  });
}
