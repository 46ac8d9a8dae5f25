import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storesOf as localStoresOf } from "../../dev/prepare-stores.ts";
import { defineCommand } from "../command-line.ts";
import type { WrittenWorker } from "../configurations.ts";
import { rowsOf } from "../deployment/deployed-database.ts";
import { installationName } from "../deployment/installation.ts";
import { WRANGLER_CALLS, type WranglerCalls } from "../deployment/wrangler.ts";
import { type Place, WHAT_TO_DO, withWorkers } from "../deployment/written-workers.ts";

export const command = defineCommand({
  options: {
    remote: {
      type: "boolean",
      about: "Exports the deployed databases. Each database is unavailable during its export.",
    },
    to: {
      type: "string",
      value: "folder",
      about: "The folder for the files. The default is a new folder in backups/.",
    },
    billing: {
      type: "string",
      value: "name",
      about: "Billing system of the local demonstration.",
      default: "embedded",
    },
  },
  hasSettings: true,
  isLong: true,
  notes: "NAME=… names another installation, as for a deployment.",
  run: ({ options, settings }) => backUp(options, settings),
});

/**
 * Exports every database of an installation, or of the local demonstration, into files. Each file is checked by
 * importing it.
 * @param settings settings as `NAME=value`
 */
export async function backUp(
  options: { remote: boolean; to?: string | undefined; billing: string },
  settings: readonly string[],
  { wrangler, storesOf }: { wrangler: WranglerCalls; storesOf: typeof localStoresOf } = {
    ...{ wrangler: WRANGLER_CALLS, storesOf: localStoresOf },
  },
): Promise<void> {
  const to = resolve(options.to ?? join("backups", new Date().toISOString().replaceAll(/[:.]/g, "-")));
  await withWorkers(
    { ...options, settings },
    async (workers, place) => {
      for (const worker of workers) if (worker.database) await exportDatabase(wrangler, worker, to, place);
      const whose = options.remote ? `the installation ${installationName(settings)}` : "this machine's demonstration";
      console.log(`In ${to}: ${whose}.`);
    },
    storesOf,
  );
}

async function exportDatabase(
  wrangler: WranglerCalls,
  { config, database = "" }: WrittenWorker,
  to: string,
  place: Place,
): Promise<void> {
  const { name } = JSON.parse(readFileSync(config, "utf8")) as { name: string };
  const file = join(to, `${name}.sql`);
  const ask = (statement: string) => rowsOf(wrangler, { config, database }, statement, place);
  const count = (): RowCounts => {
    const tables = ask(TABLES_STATEMENT).map(({ name: table }) => String(table));
    if (tables.length === 0) throw new Error(`The database of ${name} has no tables: ${WHAT_TO_DO[place]}`);
    return { ...(ask(countStatement(tables))[0] as RowCounts), ...countsOfOthers(ask(OTHERS_STATEMENT)) };
  };
  const before = count();
  mkdirSync(to, { recursive: true, mode: 0o700 });
  // The file can contain password hashes, and an existing folder keeps its mode. Permissions are therefore restricted
  // before any data is written.
  writeFileSync(file, "");
  chmodSync(file, 0o600);
  await wrangler.run(["d1", "export", database, "-c", config, place, "--output", file]);
  const after = count();
  const imported = readBackup(file);
  const problems = backupProblems(imported, before, after);
  if (problems.length > 0) throw new Error(`The backup of ${name} is unusable: ${problems.join("; ")}.`);
  const tables = Object.keys(imported).filter((table) => !table.includes(" "));
  const rows = tables.reduce((sum, table) => sum + (imported[table] ?? 0), 0);
  console.log(`${file}: ${tables.length} tables, ${rows} rows, imported and counted.`);
}

/**
 * Counts what a backup file contains.
 * @throws Error that names the file if it is not a backup
 */
function readBackup(file: string): RowCounts {
  try {
    return importedCounts(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} is not a backup: ${(cause as Error).message}.`, { cause });
  }
}

/** Number of rows per table, by table name. Each index, trigger and view is counted as 1 under its type and name. */
export type RowCounts = Record<string, number>;

/**
 * Returns the statement that counts the rows of every table in one result row.
 * @param tables the names of the tables
 */
export function countStatement(tables: readonly string[]): string {
  return `SELECT ${tables.map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`).join(", ")}`;
}

/** SQL: the names of a database's tables, without the internal tables of SQLite and D1. */
export const TABLES_STATEMENT = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
  AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`;

/** SQL: the indexes, triggers and views of a database. An export that was cut off near its end can lack only these. */
export const OTHERS_STATEMENT = `SELECT type || ' ' || name AS name FROM sqlite_master
  WHERE type <> 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

/** Converts the result of {@link OTHERS_STATEMENT} to counts. */
export function countsOfOthers(rows: readonly Record<string, unknown>[]): RowCounts {
  return Object.fromEntries(rows.map(({ name }) => [String(name), 1]));
}

/**
 * Imports an exported database into a database in memory and counts its rows.
 * @param text the exported SQL
 * @throws if the text cannot be imported or its foreign keys are violated
 */
export function importedCounts(text: string): RowCounts {
  const scratch = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  try {
    importInto(scratch, text);
    const broken = scratch.prepare("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that are not in the backup`);
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
  // SQLite does not report an unfinished statement at the end of a text.
  if (!/;\s*$/.test(text)) throw new Error("it ends in the middle of a statement");
}

/**
 * Compares a backup with its database and returns one sentence for each problem. The row count of each table must lie
 * between the counts taken just before and just after the export.
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
