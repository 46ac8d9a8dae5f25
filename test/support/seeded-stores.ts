import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { seedStatements } from "../../dev/seed/statements.ts";
import { PROJECT } from "../../scripts/workers.ts";
import { quickPasswords } from "./quick-passwords.ts";
import { TestRuntime } from "./test-runtime.ts";

export const DATABASES = { billing: "frontdesk-billing", account: "frontdesk-account" };

/**
 * Writes both databases to a folder, migrated and with the demonstration data.
 * @param on the day that the data is as of; today by default
 */
export async function seedStores(folder: string, on?: Date): Promise<void> {
  const store = {
    name: "stores",
    main: "test/support/workers/no-worker.worker.ts",
    d1_databases: Object.entries(DATABASES).map(([binding, database_name]) => ({ binding, database_name })),
  };
  const runtime = await TestRuntime.start([{ config: store }], folder);
  const { billing, account } = await runtime.getWorker<Record<"billing" | "account", D1Database>>("stores").getEnv();
  const fill = (database: D1Database, statements: string[]) =>
    database.batch(statements.map((statement) => database.prepare(statement)));
  await fill(account, migrationsOf("account"));
  await fill(billing, [...migrationsOf("billing"), ...seedStatements(on)]);
  await billing.batch(quickPasswords(billing));
  await runtime.close();
}

function migrationsOf(worker: string): string[] {
  const folder = join(PROJECT, "workers", worker, "migrations");
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => statementsOf(readFileSync(join(folder, name), "utf8")));
}
