import type { WrittenWorker } from "../configurations.ts";
import { rowsOf } from "./deployed-database.ts";
import type { WranglerCalls } from "./wrangler.ts";

/** The jurisdiction that the database of a deployed Worker was made in; null: it has no record. */
export function readJurisdiction(wrangler: WranglerCalls, worker: WrittenWorker): string | null {
  const tables = rowsOf(wrangler, worker, "SELECT name FROM sqlite_master WHERE name = 'installation_jurisdiction'");
  if (tables.length === 0) return null;
  const [row] = rowsOf(wrangler, worker, "SELECT jurisdiction FROM installation_jurisdiction");
  return typeof row?.jurisdiction === "string" ? row.jurisdiction : null;
}

/** Writes the record once; the Worker compares its setting with it. The table comes with the Worker's migrations. */
export function keepJurisdiction(wrangler: WranglerCalls, worker: WrittenWorker, jurisdiction: string): void {
  rowsOf(
    wrangler,
    worker,
    `INSERT OR IGNORE INTO installation_jurisdiction (only_row, jurisdiction, made_at)
  VALUES (1, '${jurisdiction}', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))`,
  );
}
