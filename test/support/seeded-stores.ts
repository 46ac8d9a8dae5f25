import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { seedStatements } from "../../dev/seed/statements.ts";
import { planMapStatements } from "../../dev/whmcs/plan-map.ts";
import { PROJECT } from "../../scripts/workers.ts";
import { quickPasswords } from "./quick-passwords.ts";
import { TestRuntime } from "./test-runtime.ts";

export const DATABASES = {
  billing: "frontdesk-billing",
  account: "frontdesk-account",
  operator: "frontdesk-operator",
  whmcs: "frontdesk-billing-whmcs",
};

/**
 * Writes the databases of a system with the embedded engine to a folder, migrated and with the demonstration data.
 * @param on the date of the demonstration data, by default today
 * @param more statements that add data to the billing database
 */
export async function seedStores(folder: string, on?: Date, more: string[] = []): Promise<void> {
  await writeStores(folder, {
    account: migrationsOf("account"),
    operator: migrationsOf("operator"),
    billing: [...migrationsOf("billing"), ...seedStatements(on), ...more],
  });
}

/** Writes the databases of a system on WHMCS to a folder, migrated and with the demonstration's plan map. */
export async function seedWhmcsStores(folder: string): Promise<void> {
  await writeStores(folder, {
    account: migrationsOf("account"),
    operator: migrationsOf("operator"),
    whmcs: [...migrationsOf("billing-whmcs"), ...planMapStatements()],
  });
}

async function writeStores(folder: string, stores: Partial<Record<keyof typeof DATABASES, string[]>>): Promise<void> {
  const bindings = Object.keys(stores) as (keyof typeof DATABASES)[];
  const store = {
    name: "stores",
    main: "test/support/workers/no-worker.worker.ts",
    d1_databases: bindings.map((binding) => ({ binding, database_name: DATABASES[binding] })),
  };
  const runtime = await TestRuntime.start([{ config: store }], folder);
  const databaseOf = (binding: keyof typeof DATABASES) => runtime.databases[DATABASES[binding]] as D1Database;
  for (const binding of bindings) {
    const database = databaseOf(binding);
    await database.batch((stores[binding] ?? []).map((statement) => database.prepare(statement)));
  }
  const billing = databaseOf("billing");
  if (stores.billing) await billing.batch(quickPasswords(billing));
  await runtime.close();
}

function migrationsOf(worker: string): string[] {
  const folder = join(PROJECT, "workers", worker, "migrations");
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => statementsOf(readFileSync(join(folder, name), "utf8")));
}
