import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** Returns an in-process SQL storage of a Durable Object. It implements only what the objects' tables use. */
export function sqlStorage(): SqlStorage {
  const db = new DatabaseSync(":memory:");
  return {
    exec: (query: string, ...values: SQLInputValue[]) => {
      const rows = db.prepare(query).all(...values);
      return { toArray: () => rows, one: () => rows[0] };
    },
  } as never;
}
