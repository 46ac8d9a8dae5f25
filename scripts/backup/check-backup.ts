import { DatabaseSync } from "node:sqlite";

/** Rows of each table, by its name. */
export type RowCounts = Record<string, number>;

/** The statement that counts the rows of every table, in one row. @param tables their names */
export function countStatement(tables: readonly string[]): string {
  return `SELECT ${tables.map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`).join(", ")}`;
}

/** The names of the tables of a database, without those of SQLite and D1 themselves. */
export const TABLES_STATEMENT = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
  AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`;

/**
 * Imports an exported database into a scratch one, and counts its rows.
 * @param text the SQL that was exported
 * @throws where it cannot be imported, or its foreign keys do not hold
 */
export function importedCounts(text: string): RowCounts {
  const scratch = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  try {
    scratch.exec(text);
    const broken = scratch.prepare("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error(`${broken.length} rows name others that are not in the backup`);
    const tables = scratch.prepare(TABLES_STATEMENT).all() as { name: string }[];
    if (tables.length === 0) return {};
    return { ...(scratch.prepare(countStatement(tables.map(({ name }) => name))).get() as RowCounts) };
  } finally {
    scratch.close();
  }
}

/**
 * What is wrong with a backup, a sentence each: each table has to have as many rows as the database had just before or just after, or
 * a number between the two.
 */
export function backupProblems(imported: RowCounts, before: RowCounts, after: RowCounts): string[] {
  const missing = Object.keys(before).filter((table) => !(table in imported));
  const wrong = Object.entries(imported).flatMap(([table, rows]) => {
    const counts = [before[table] ?? rows, after[table] ?? rows];
    return rows < Math.min(...counts) || rows > Math.max(...counts)
      ? [`${table} has ${rows} rows in the backup, and ${counts.join(", then ")} in the database`]
      : [];
  });
  return [...missing.map((table) => `${table} is not in the backup`), ...wrong];
}
