import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { type BillingSystemName, localEnvironment, PROJECT, STATE, WRANGLER, workersOn } from "../scripts/workers.ts";
import { moveAside, notePreparation, preparationOf } from "./former-stores.ts";
import { seedStatements } from "./seed/statements.ts";
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
 * Migrates the local databases and seeds the billing system's, unless that was done with the same schemas and the same seed. Stores
 * of others are moved aside, and fresh ones are prepared.
 * @returns the folder of the stores
 */
export function prepareStores(billing: BillingSystemName): string {
  const stores = storesOf(billing);
  const databases = workersOn(billing).flatMap(({ config, database }) => (database ? [{ config, database }] : []));
  const migrations = databases.map(({ config }) => migrationsIn(join(PROJECT, dirname(config), "migrations")));
  const seed = (today: Date) => seedSql(billing, today);
  const schemas = [seed(ANY_DAY), ...migrations, ...objectTables()].join("\n");
  const fingerprint = createHash("sha256").update(schemas).digest("hex");
  const preparation = preparationOf(stores, fingerprint);
  if (preparation === "done") return stores;
  const former = preparation === "begun" ? null : moveAside(stores, STATE, new Date());
  if (former)
    console.log(
      `The local stores were made by another version of the tables or of the demonstration data. They are now in ${former}; this starts with fresh ones.`,
    );

  mkdirSync(stores, { recursive: true });
  notePreparation(stores, "begun", fingerprint);
  const file = join(stores, "statements.sql");
  // The billing system's is the first.
  const statements = [`${migrations[0]}\n${seed(new Date())}`, ...migrations.slice(1)];
  for (const [index, { config, database }] of databases.entries()) {
    // Every migration can be run again, so all are run at once: wrangler's own command starts the runtime for each.
    writeFileSync(file, statements[index] ?? "");
    wrangler(["d1", "execute", database, "--file", file, "--yes", "-c", config], stores);
  }
  notePreparation(stores, "done", fingerprint);
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

/** The tables that Durable Objects create for themselves. */
function objectTables(): string[] {
  const files = globSync("durable-objects/**/*.ts", { cwd: PROJECT }).toSorted();
  return files.flatMap((file) => readFileSync(join(PROJECT, file), "utf8").match(/CREATE TABLE [^`"]*/g) ?? []);
}

function wrangler(args: string[], stores: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [WRANGLER, ...args, "--local", "--persist-to", stores],
    { cwd: PROJECT, env: localEnvironment(), encoding: "utf8", timeout: 300_000 },
  );
  if (status !== 0) throw new Error(`wrangler ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
}
