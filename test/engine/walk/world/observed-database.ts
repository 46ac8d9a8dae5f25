import { databaseThrough, executed, type Statement } from "../../support/watched-database.ts";

/**
 * The fault of one database call. `lost`: it took effect and returns an error. `failed`: it returns an error without
 * effect.
 */
export type DatabaseFault = "lost" | "failed" | null;

export interface Observer {
  /** Waits for its turn before each call. */
  point(): Promise<void>;
  /** @param writes whether the call may change a row */
  faultOf(writes: boolean): DatabaseFault;
  /** Replaces statements, like a mistake in the engine. */
  rewrite(statement: Statement): Statement;
  /** Runs after each transaction that may have changed a row. */
  written(): Promise<void>;
}

/** Returns a database whose every call waits for its turn, may fail, and reports its writes. */
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
