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

/** The folder of the stores for one billing system. Another one has other customers under the same ids. */
export function storesOf(billing: BillingSystemName): string {
  return billing === "embedded" ? STATE : join(STATE, billing);
}

/** The sandbox registry's file. Its dates are those of the seed. */
export function registryFile(stores: string): string {
  return join(stores, "sandbox-registry.json");
}

/**
 * Migrates the local databases and seeds the billing system's, unless that was done with the same schemas and the same seed. Moves
 * stores with others, and stores without a database, aside, and prepares fresh ones.
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
  // The first one belongs to the billing system.
  const statements = [`${migrations[0]}\n${seed(new Date())}`, ...migrations.slice(1)];
  for (const [index, { config, database }] of databases.entries()) {
    // Every migration can run again, so all run at once: wrangler's own command starts the runtime for each.
    writeFileSync(file, statements[index] ?? "");
    wrangler(["d1", "execute", database, "--file", file, "--yes", "-c", config], stores);
  }
  notePreparation(stores, "done", fingerprint);
  return stores;
}

/** How many databases of a folder of stores have tables. The runtime's own index is not one of them. */
export function readableDatabases(stores: string): number {
  const files = globSync("v3/d1/*/*.sqlite", { cwd: stores }).filter((file) => basename(file) !== "metadata.sqlite");
  return files.filter((file) => hasTables(join(stores, file))).length;
}

function hasTables(file: string): boolean {
  try {
    using database = new DatabaseSync(file);
    return database.prepare("SELECT 1 FROM sqlite_schema WHERE name NOT LIKE '~_cf%' ESCAPE '~'").get() !== undefined;
  } catch {
    // expected: the file is damaged.
    return false;
  }
}

/** A fixed day for the fingerprint. The seed counts its dates from today, and its fingerprint must change only with an edit. */
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

const PREPARED = "prepared";
/** The stores of other billing systems are in folders of these names. */
const OF_OTHER_SYSTEMS: string[] = BILLING_SYSTEMS;

type Preparation = "begun" | "done";

const noteOf = (state: Preparation, fingerprint: string) => (state === "done" ? fingerprint : `begun ${fingerprint}`);

/**
 * Whether the stores are prepared, by the fingerprint of their schemas and their seed. `begun`: the preparation was interrupted before
 * any Worker ran, and can run again on the same stores. Null: they have another fingerprint, or do not exist.
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
 * Moves stores of other schemas or another seed to a dated folder next to them. Databases and objects are moved together: a journal
 * without its database would answer a repeated key with the number of another order. Wrangler stores both in the folder `v3`.
 * @param stores of a system @param state the folder of all local stores
 * @returns the folder; null if there was nothing to move
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
