import { evictDurableObject, runInDurableObject } from "cloudflare:test";

/** A copy of an object's stored data. */
export interface StoredMoment {
  tables: Map<string, Record<string, SqlStorageValue>[]>;
  keys: [string, unknown][];
}

/** Returns the names of the tables that an object created. */
export function tablesOf(sql: SqlStorage): string[] {
  const names = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
  return names.map(({ name }) => name).filter((name) => !/^(?:sqlite_|_cf_|__miniflare)/.test(name));
}

/** Copies an object's stored data. */
export function storedNow(stub: DurableObjectStub): Promise<StoredMoment> {
  return runInDurableObject(stub, (_, { storage: { sql, kv } }) => ({
    tables: new Map(tablesOf(sql).map((table) => [table, sql.exec(`SELECT * FROM ${table}`).toArray()])),
    keys: structuredClone([...kv.list()]),
  }));
}

/** Restores a copy as point-in-time recovery does: it replaces the object's storage and clears its memory. */
export async function putBack(stub: DurableObjectStub, { tables, keys }: StoredMoment): Promise<void> {
  await runInDurableObject(stub, (_, { storage: { sql, kv } }) => {
    for (const table of tablesOf(sql)) sql.exec(`DELETE FROM ${table}`);
    for (const [table, rows] of tables) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const marks = columns.map(() => "?").join(", ");
        sql.exec(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`, ...Object.values(row));
      }
    }
    for (const [key] of [...kv.list()]) kv.delete(key);
    for (const [key, value] of keys) kv.put(key, value);
  });
  await evictDurableObject(stub);
}
