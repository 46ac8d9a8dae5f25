import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** The parts of an object's storage that its tables use, in this process. */
export function sqlStorage(): SqlStorage {
  const db = new DatabaseSync(":memory:");
  return {
    exec: (query: string, ...values: SQLInputValue[]) => {
      const rows = db.prepare(query).all(...values);
      return { toArray: () => rows, one: () => rows[0] };
    },
  } as never;
}
