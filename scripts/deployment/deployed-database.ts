import type { WrittenWorker } from "../configurations.ts";
import type { WranglerCalls } from "./wrangler.ts";
import type { Place } from "./written-workers.ts";

/**
 * Runs statements on a Worker's database.
 * @returns the rows of each statement
 */
export function resultsOf(
  wrangler: WranglerCalls,
  { config, database = "" }: Pick<WrittenWorker, "config" | "database">,
  statements: string,
  place: Place = "--remote",
): Record<string, unknown>[][] {
  const call = ["d1", "execute", database, "-c", config, place, "--yes", "--json", "--command", statements];
  return (wrangler.ask(call) as { results: Record<string, unknown>[] }[]).map(({ results }) => results);
}

/**
 * Runs statements on a Worker's database.
 * @returns the rows of the last statement
 */
export function rowsOf(...call: Parameters<typeof resultsOf>): Record<string, unknown>[] {
  return resultsOf(...call).at(-1) ?? [];
}

/**
 * Returns the jurisdiction in which a deployed Worker's database was created; `null` if the database does not record
 * one.
 */
export function readJurisdiction(wrangler: WranglerCalls, worker: WrittenWorker): string | null {
  const tables = rowsOf(wrangler, worker, "SELECT name FROM sqlite_master WHERE name = 'installation_jurisdiction'");
  if (tables.length === 0) return null;
  const [row] = rowsOf(wrangler, worker, "SELECT jurisdiction FROM installation_jurisdiction");
  return typeof row?.jurisdiction === "string" ? row.jurisdiction : null;
}

/**
 * Records the jurisdiction unless it is already recorded. The Worker compares its setting with this record. The
 * Worker's migrations create the table.
 */
export function keepJurisdiction(wrangler: WranglerCalls, worker: WrittenWorker, jurisdiction: string): void {
  rowsOf(
    wrangler,
    worker,
    `INSERT OR IGNORE INTO installation_jurisdiction (only_row, jurisdiction, made_at)
  VALUES (1, '${jurisdiction}', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))`,
  );
}

/**
 * SQL: creates the table that stores the deployed billing system. No migration contains this table: the deployment
 * creates it in the account Worker's database.
 */
const TABLE = `CREATE TABLE IF NOT EXISTS deployed_billing_system (
  only_row       INTEGER PRIMARY KEY CHECK (only_row = 1),
  billing_system TEXT NOT NULL,
  since          TEXT NOT NULL
) STRICT`;

/**
 * Records which billing system is deployed.
 * @param run runs statements on the account Worker's database and returns the rows of the last one
 * @param isChanged whether the operator has confirmed that the billing system may change
 * @throws Error if the billing system changed without that confirmation; the record stays unchanged
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
