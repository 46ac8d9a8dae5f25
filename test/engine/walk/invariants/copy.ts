import { keyOf, TABLE_NAMES, type TableName, type Tables } from "../model/rows.ts";
import type { ModelState } from "../model/state.ts";

/**
 * Checks that the model's copy of the rows equals the database, and that the database keeps its foreign keys. If the
 * copy differs, the model has missed a row change.
 */
export async function judgeCopy(
  db: D1Database,
  state: ModelState,
  fail: (rule: string, detail: unknown) => void,
): Promise<void> {
  for (const table of TABLE_NAMES) {
    const { results } = await db.prepare(`SELECT * FROM ${table}`).all<Tables[TableName]>();
    const rows = state.rows[table] as Map<string, unknown>;
    if (results.length !== rows.size)
      fail("the model has every row", { table, rows: results.length, known: rows.size });
    for (const row of results) {
      if (JSON.stringify(rows.get(keyOf(table, row))) !== JSON.stringify(row))
        fail("the model has every row", { table, row });
    }
  }
  const { results } = await db.prepare("PRAGMA foreign_key_check").all();
  if (results.length > 0) fail("every foreign key refers to a row", results);
}
