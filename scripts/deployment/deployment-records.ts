import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { PROJECT } from "../workers.ts";

/** How long a deployment has the lock without renewing it, which it does before each call that changes something. */
const LEASE_MINUTES = 15;

/** What `wrangler d1 execute --json` prints. */
const ANSWERED = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** Runs statements on a database that is deployed, and gives the rows of each. */
export type RunStatements = (statements: string) => unknown;

/** No Worker's: the deployment itself makes it, since it takes the lock before it migrates. */
const LOCK_TABLE = `CREATE TABLE IF NOT EXISTS deployment_lock (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  holder   TEXT NOT NULL,
  release  TEXT NOT NULL,
  taken_at TEXT NOT NULL
) STRICT`;

/** Deployments exclude each other: one row of the account Worker's database, which one at a time holds and renews. */
export interface DeploymentLock {
  /** Random, of this run alone. */
  holder: string;
  release: string;
}

/** @returns who holds it in its place; null: it was taken @param isTakenOver whoever holds it has ended without giving it back */
export function takeLock(run: RunStatements, lock: DeploymentLock, isTakenOver: boolean): string | null {
  const oldest = isTakenOver ? "datetime('now', '+1 minute')" : `datetime('now', '-${LEASE_MINUTES} minutes')`;
  const rows = rowsOf(
    run(`${LOCK_TABLE};
INSERT INTO deployment_lock (only_row, holder, release, taken_at)
  VALUES (1, ${text(lock.holder)}, ${text(lock.release)}, datetime('now'))
  ON CONFLICT (only_row) DO UPDATE SET holder = excluded.holder, release = excluded.release, taken_at = excluded.taken_at
  WHERE deployment_lock.taken_at < ${oldest};
SELECT holder, release, taken_at FROM deployment_lock`),
  );
  const [row] = rows;
  if (row?.holder === lock.holder) return null;
  return `${row?.release} is being deployed, and went on at ${row?.taken_at} UTC. Wait for it; where it was stopped: --take-over, or wait for ${LEASE_MINUTES} minutes.`;
}

/** @returns who has taken it meanwhile; null: it is still this run's, for another lease */
export function renewLock(run: RunStatements, { holder }: DeploymentLock): string | null {
  const rows = rowsOf(
    run(`UPDATE deployment_lock SET taken_at = datetime('now') WHERE holder = ${text(holder)};
SELECT holder, release, taken_at FROM deployment_lock`),
  );
  const [row] = rows;
  if (row?.holder === holder) return null;
  return `The lock was taken over${row ? ` by ${row.release} at ${row.taken_at} UTC` : ", and given back"}: this stops here. What it has deployed stays, and the other one goes on from there.`;
}

export function giveLockBack(run: RunStatements, { holder }: DeploymentLock): void {
  run(`DELETE FROM deployment_lock WHERE holder = ${text(holder)}`);
}

/** What is to be said where the lock could not be given back. */
export const LOCK_STAYS = `The lock could not be given back. The next deployment waits for ${LEASE_MINUTES} minutes, or takes it: --take-over.`;

/** The jurisdiction that a database says its installation was made in; null: it does not say. */
export function readJurisdiction(run: RunStatements, source: string): string | null {
  const [row] = rowsOf(run(`${tableOf(source)}; SELECT jurisdiction FROM installation_jurisdiction`));
  return typeof row?.jurisdiction === "string" ? row.jurisdiction : null;
}

export function keepJurisdiction(run: RunStatements, jurisdiction: string): void {
  run(`INSERT OR IGNORE INTO installation_jurisdiction (only_row, jurisdiction, made_at)
  VALUES (1, ${text(jurisdiction)}, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))`);
}

/** Whether a Worker's database keeps the jurisdiction. @param source its configuration in the project */
export function keepsJurisdiction(source: string): boolean {
  return migrationOf(source) !== undefined;
}

/** The rows of the last statement. */
export function rowsOf(answered: unknown): Record<string, unknown>[] {
  return ANSWERED.parse(answered).at(-1)?.results ?? [];
}

/** The statement that makes the table, from its migration: a database that is older has it not. */
function tableOf(source: string): string {
  const file = migrationOf(source);
  if (!file) throw new Error(`${source} has no table for its jurisdiction`);
  const lines = readFileSync(join(PROJECT, dirname(source), file), "utf8").split("\n");
  return lines
    .filter((line) => !line.startsWith("--"))
    .join("\n")
    .trim()
    .replace(/;$/, "");
}

function migrationOf(source: string): string | undefined {
  return globSync("migrations/*_installation_jurisdiction.sql", { cwd: join(PROJECT, dirname(source)) })[0];
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
