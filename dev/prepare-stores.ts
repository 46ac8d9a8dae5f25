import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import {
  BILLING_SYSTEMS,
  type BillingSystemName,
  localEnvironment,
  PROJECT,
  STATE,
  WRANGLER,
  workersOn,
} from "../scripts/workers.ts";
import { seedStatements } from "./seed/statements.ts";
import { planMapStatements } from "./whmcs/plan-map.ts";

/**
 * Returns the folder of the stores for one billing system. Billing systems do not share stores, because their customers
 * have the same ids.
 */
export function storesOf(billing: BillingSystemName): string {
  return billing === "embedded" ? STATE : join(STATE, billing);
}

/** Returns the path of the sandbox registry's file. It is kept with the stores, because its dates match the seed. */
export function registryFile(stores: string): string {
  return join(stores, "sandbox-registry.json");
}

/**
 * Migrates the local databases and seeds the billing system's database. Stores with the same schemas and seed are kept.
 * Stores with other schemas, another seed or a missing database are moved aside and replaced.
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
  const isMissingSome = preparation === "done" && readableDatabases(stores) < databases.length;
  if (preparation === "done" && !isMissingSome) return stores;
  const former = preparation === "begun" ? null : moveAside(stores, STATE, new Date());
  if (former) {
    const why = isMissingSome
      ? "A database of the local stores is missing or cannot be read."
      : "The local stores were made by another version of the tables or of the demonstration data.";
    console.log(`${why} The stores are now in ${former}; this starts with fresh ones.`);
  }

  mkdirSync(stores, { recursive: true });
  notePreparation(stores, "begun", fingerprint);
  const file = join(stores, "statements.sql");
  // The first database is the billing system's.
  const statements = [`${migrations[0]}\n${seed(new Date())}`, ...migrations.slice(1)];
  for (const [index, { config, database }] of databases.entries()) {
    // Every migration is safe to repeat, so one call runs all of them. Wrangler's own migration command would start the
    // runtime for each.
    writeFileSync(file, statements[index] ?? "");
    wrangler(["d1", "execute", database, "--file", file, "--yes", "-c", config], stores);
  }
  notePreparation(stores, "done", fingerprint);
  return stores;
}

/** Returns how many databases in a folder of stores have tables. The runtime's own index is not included. */
export function readableDatabases(stores: string): number {
  const files = globSync("v3/d1/*/*.sqlite", { cwd: stores }).filter((file) => basename(file) !== "metadata.sqlite");
  return files.filter((file) => hasTables(join(stores, file))).length;
}

function hasTables(file: string): boolean {
  try {
    using database = new DatabaseSync(file);
    return database.prepare("SELECT 1 FROM sqlite_schema WHERE name NOT LIKE '~_cf%' ESCAPE '~'").get() !== undefined;
  } catch {
    // expected: the file is damaged
    return false;
  }
}

/**
 * A fixed day for the fingerprint. The seed's dates depend on the day, but the fingerprint must change only if the seed
 * is edited.
 */
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

/** Returns the statements with which Durable Objects create tables. */
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

const PREPARED = "prepared";
/** The names of the folders that contain the stores of other billing systems. */
const OF_OTHER_SYSTEMS: string[] = BILLING_SYSTEMS;

type Preparation = "begun" | "done";

const noteOf = (state: Preparation, fingerprint: string) => (state === "done" ? fingerprint : `begun ${fingerprint}`);

/**
 * Returns how far the stores are prepared for the schemas and seed with this fingerprint. `begun` means that the
 * preparation was interrupted before any Worker ran, and can be repeated.
 * @returns `null` if the stores have another fingerprint or do not exist
 */
export function preparationOf(stores: string, fingerprint: string): Preparation | null {
  const file = join(stores, PREPARED);
  const note = existsSync(file) ? readFileSync(file, "utf8") : "";
  return (["done", "begun"] as const).find((state) => note === noteOf(state, fingerprint)) ?? null;
}

export function notePreparation(stores: string, state: Preparation, fingerprint: string): void {
  writeFileSync(join(stores, PREPARED), noteOf(state, fingerprint));
}

/**
 * Moves stores with other schemas or another seed to a dated folder. Databases and objects are moved together.
 * Otherwise, a journal could return an order number that belongs to another order in the new database. The folder `v3`
 * has both the databases and the objects.
 * @param stores the folder of one billing system's stores
 * @param state the folder of all local stores
 * @returns the new folder; `null` if there was nothing to move
 */
export function moveAside(stores: string, state: string, now: Date): string | null {
  const entries = existsSync(stores) ? readdirSync(stores).filter((entry) => !OF_OTHER_SYSTEMS.includes(entry)) : [];
  if (!entries.some((entry) => entry === "v3" || entry === PREPARED)) return null;
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "");
  const folder = join(`${state}-${stamp}`, relative(state, stores));
  mkdirSync(folder, { recursive: true });
  for (const entry of entries) renameSync(join(stores, entry), join(folder, entry));
  return folder;
}
