import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { type BillingSystemName, localEnvironment, PROJECT, STATE, WRANGLER, workersOn } from "../scripts/workers.ts";
import { seedStatements } from "./seed/statements.ts";
import { installationFile } from "./whmcs/local-installation.ts";
import { planMapStatements } from "./whmcs/plan-map.ts";

/** Where the stores of a system on one billing system are: customers of another one are others under the same ids. */
export function storesOf(billing: BillingSystemName): string {
  return billing === "embedded" ? STATE : join(STATE, billing);
}

/** What the sandbox registry keeps; its dates are those of the seed. */
export function registryFile(stores: string): string {
  return join(stores, "sandbox-registry.json");
}

/**
 * Migrates the local databases and seeds the billing system's, unless that was done with the same migrations and the same seed.
 * @returns the folder of the stores
 */
export function prepareStores(billing: BillingSystemName): string {
  const stores = storesOf(billing);
  const stamp = join(stores, "prepared");
  const databases = workersOn(billing).flatMap(({ config, database }) => (database ? [{ config, database }] : []));
  const migrations = databases.map(({ config }) => migrationsIn(join(PROJECT, dirname(config), "migrations")));
  const seed = (today: Date) => seedSql(billing, today);
  const wanted = createHash("sha256").update(seed(ANY_DAY)).update(migrations.join("\n")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return stores;

  mkdirSync(stores, { recursive: true });
  for (const file of [registryFile(stores), installationFile(stores)]) rmSync(file, { force: true });
  const file = join(stores, "statements.sql");
  // The billing system's is the first.
  const statements = [`${migrations[0]}\n${seed(new Date())}`, ...migrations.slice(1)];
  for (const [index, { config, database }] of databases.entries()) {
    // Every migration can be run again, so all are run at once: wrangler's own command starts the runtime for each.
    writeFileSync(file, statements[index] ?? "");
    wrangler(["d1", "execute", database, "--file", file, "--yes", "-c", config], stores);
  }
  writeFileSync(stamp, wanted);
  return stores;
}

/** The seed counts its dates from the day it is made; as of one day, it changes only when it is edited. */
const ANY_DAY = new Date(0);

function seedSql(billing: BillingSystemName, today: Date): string {
  const statements = billing === "embedded" ? seedStatements(today) : planMapStatements();
  return `${statements.join(";\n")};\n`;
}

function migrationsIn(folder: string): string {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

function wrangler(args: string[], stores: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [WRANGLER, ...args, "--local", "--persist-to", stores],
    { cwd: PROJECT, env: localEnvironment(), encoding: "utf8", timeout: 300_000 },
  );
  if (status !== 0) throw new Error(`wrangler ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
}
