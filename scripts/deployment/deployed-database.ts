import type { WrittenWorker } from "../configurations.ts";
import type { WranglerCalls } from "./wrangler.ts";
import type { Place } from "./written-workers.ts";

/** Runs statements on the database of a Worker. @returns the rows of each */
export function resultsOf(
  wrangler: WranglerCalls,
  { config, database = "" }: Pick<WrittenWorker, "config" | "database">,
  statements: string,
  place: Place = "--remote",
): Record<string, unknown>[][] {
  const call = ["d1", "execute", database, "-c", config, place, "--yes", "--json", "--command", statements];
  return (wrangler.ask(call) as { results: Record<string, unknown>[] }[]).map(({ results }) => results);
}

/** Runs statements on the database of a Worker. @returns the rows of the last one */
export function rowsOf(...call: Parameters<typeof resultsOf>): Record<string, unknown>[] {
  return resultsOf(...call).at(-1) ?? [];
}

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

/** No Worker's: the deployment itself makes it, in the account Worker's database. */
const TABLE = `CREATE TABLE IF NOT EXISTS deployed_billing_system (
  only_row       INTEGER PRIMARY KEY CHECK (only_row = 1),
  billing_system TEXT NOT NULL,
  since          TEXT NOT NULL
) STRICT`;

/**
 * Writes down which billing system is deployed.
 * @param run runs statements on the account Worker's database, and gives the rows of the last one
 * @param isChanged the operator has said that it may be another one than before
 * @throws Error where it is, and nobody has said so: nothing is written
 */
export function keepBillingSystem(
  run: (statements: string) => Record<string, unknown>[],
  workers: readonly WrittenWorker[],
  isChanged: boolean,
): void {
  const now = workers.find(({ configuration }) => configuration.vars?.BILLING_SYSTEM)?.configuration.vars
    ?.BILLING_SYSTEM;
  if (!now) throw new Error("no configuration has BILLING_SYSTEM");
  const [row] = run(`${TABLE}; SELECT billing_system FROM deployed_billing_system`);
  const before = row?.billing_system;
  if (before === now) return;
  if (before !== undefined && !isChanged) {
    throw new Error(
      `The billing system is ${now}, but ${before} is deployed. Another billing system has other customers under the same numbers, so a change ends every connection and session and mails each connection's customer. Nothing was deployed. To change it, add --new-billing-system.`,
    );
  }
  run(`INSERT INTO deployed_billing_system (only_row, billing_system, since)
  VALUES (1, '${now.replaceAll("'", "''")}', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
  ON CONFLICT (only_row) DO UPDATE SET billing_system = excluded.billing_system, since = excluded.since`);
}
