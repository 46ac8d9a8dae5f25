import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** Returns an in-memory SQL storage for a Durable Object. It implements only the methods that the objects use. */
export function sqlStorage(): SqlStorage {
  const db = new DatabaseSync(":memory:");
  return {
    exec: (query: string, ...values: SQLInputValue[]) => {
      const rows = db.prepare(query).all(...values);
      return { toArray: () => rows, one: () => rows[0] };
    },
  } as never;
}
