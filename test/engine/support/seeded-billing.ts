import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seedStatements } from "../../../dev/seed/statements.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import type { BillingEngine } from "../../../workers/billing/engine/billing-engine.ts";
import { engineAt } from "./engine.ts";
import { sqliteD1 } from "./sqlite-d1.ts";

const FOLDER = join(PROJECT, "workers/billing/migrations");
const MIGRATIONS = readdirSync(FOLDER)
  .toSorted()
  .map((name) => readFileSync(join(FOLDER, name), "utf8"))
  .join("\n");

/** A database with the engine's tables and no rows. */
export function emptyDatabase(): D1Database {
  return sqliteD1(MIGRATIONS);
}

/** A database with the demonstration data as of a day, and the engine on it at the present time. */
export async function seededBilling(today = new Date()): Promise<{ db: D1Database; billing: BillingEngine }> {
  const db = emptyDatabase();
  await seed(db, today);
  return { db, billing: engineAt(db, Date.now) };
}

/** Puts the demonstration data into the database, in place of what its tables hold. */
export async function seed(db: D1Database, today: Date): Promise<void> {
  await db.batch(seedStatements(today).map((statement) => db.prepare(statement)));
}
