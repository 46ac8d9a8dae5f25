import { DatabaseSync } from "node:sqlite";

/** Rows of each table, by its name, and 1 for each index, trigger and view, by what it is and its name. */
export type RowCounts = Record<string, number>;

/** The statement that counts the rows of every table, in one row. @param tables their names */
export function countStatement(tables: readonly string[]): string {
  return `SELECT ${tables.map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`).join(", ")}`;
}

/** The names of the tables of a database, without those of SQLite and D1 themselves. */
export const TABLES_STATEMENT = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
  AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`;

/** What a database has beside its tables: an export that was cut at its end lacks them alone. */
export const OTHERS_STATEMENT = `SELECT type || ' ' || name AS name FROM sqlite_master
  WHERE type <> 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/** Counts of what {@link OTHERS_STATEMENT} gives. */
export function countsOfOthers(rows: readonly Record<string, unknown>[]): RowCounts {
  return Object.fromEntries(rows.map(({ name }) => [String(name), 1]));
}

/**
 * Imports an exported database into a scratch one, and counts its rows.
 * @param text the SQL that was exported
 * @throws where it cannot be imported, or its foreign keys do not hold
 */
export function importedCounts(text: string): RowCounts {
  const scratch = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  try {
    importInto(scratch, text);
    const broken = scratch.prepare("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error(`${broken.length} rows name others that are not in the backup`);
    const tables = scratch.prepare(TABLES_STATEMENT).all() as { name: string }[];
    if (tables.length === 0) return {};
    const rows = scratch.prepare(countStatement(tables.map(({ name }) => name))).get() as RowCounts;
    return { ...rows, ...countsOfOthers(scratch.prepare(OTHERS_STATEMENT).all()) };
  } finally {
    scratch.close();
  }
}

function importInto(scratch: DatabaseSync, text: string): void {
  try {
    scratch.exec(text);
  } catch (cause) {
    throw new Error(`it cannot be imported: ${(cause as Error).message}`, { cause });
  }
  // What SQLite takes for the beginning of a statement at the end of a text is no error to it.
  if (!/;\s*$/.test(text)) throw new Error("it ends in the middle of a statement");
}

/**
 * What is wrong with a backup, a sentence each: each table has to have as many rows as the database had just before or just after, or
 * a number between the two.
 */
export function backupProblems(imported: RowCounts, before: RowCounts, after: RowCounts): string[] {
  const missing = Object.keys(before).filter((table) => !(table in imported));
  const wrong = Object.entries(imported).flatMap(([table, rows]) => {
    if (!(table in before) && !(table in after)) return [`${table} is not in the database`];
    const counts = [before[table] ?? rows, after[table] ?? rows];
    return rows < Math.min(...counts) || rows > Math.max(...counts)
      ? [`${table} has ${rows} rows in the backup, and ${counts.join(", then ")} in the database`]
      : [];
  });
  return [...missing.map((table) => `${table} is not in the backup`), ...wrong];
}
