import { TABLE_NAMES, type TableName } from "../model/rows.ts";
import type { RowChange } from "../model/transaction.ts";

/** Adds triggers to a database. They record every row change, with the row before and after the change. */
export async function logChanges(db: D1Database): Promise<void> {
  await db.prepare("CREATE TABLE walk_changes (seq INTEGER PRIMARY KEY, name TEXT, before TEXT, after TEXT)").run();
  for (const table of TABLE_NAMES) {
    const { results } = await db
      .prepare(`SELECT name, type FROM pragma_table_xinfo('${table}')`)
      .all<{ name: string; type: string }>();
    // Concatenation turns a value from a JSON function into plain text. Otherwise SQLite would nest it as JSON.
    const row = (of: "OLD" | "NEW") =>
      `json_object(${results
        .map(({ name, type }) => `'${name}', ${of}.${name}${type === "TEXT" ? " || ''" : ""}`)
        .join(", ")})`;
    const trigger = (event: string, before: string, after: string) => `
      CREATE TRIGGER walk_${table}_${event} AFTER ${event} ON ${table} BEGIN
        INSERT INTO walk_changes (name, before, after) VALUES ('${table}', ${before}, ${after});
      END`;
    await db.batch(
      [
        trigger("INSERT", "NULL", row("NEW")),
        trigger("UPDATE", row("OLD"), row("NEW")),
        trigger("DELETE", row("OLD"), "NULL"),
      ].map((sql) => db.prepare(sql)),
    );
  }
}

interface LoggedChange {
  name: TableName;
  before: string | null;
  after: string | null;
}

/** Returns the changes that were recorded since the last call. */
export async function takeChanges(db: D1Database): Promise<RowChange[]> {
  const [read] = await db.batch<LoggedChange>([
    db.prepare("SELECT name, before, after FROM walk_changes ORDER BY seq"),
    db.prepare("DELETE FROM walk_changes"),
  ]);
  const changes = read?.results ?? [];
  const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));
  return changes.map(({ name, before, after }) => ({ table: name, before: parsed(before), after: parsed(after) }));
}
