import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { localEnvironment, PROJECT, STATE, WORKERS, WRANGLER } from "../scripts/workers.ts";
import { seedStatements } from "./seed/statements.ts";

/** The billing Worker's configuration. */
const BILLING = "workers/billing/wrangler.toml";
const DATABASES = WORKERS.flatMap(({ config, database }) => (database ? [{ config, database }] : []));
const STAMP = join(STATE, "prepared");

/** What the sandbox registry keeps; its dates are those of the seed. */
export const REGISTRY_FILE = join(STATE, "sandbox-registry.json");

/** Migrates the local databases and seeds the billing engine's, unless that was done with the same migrations and the same seed. */
export function prepareStores(): void {
  const wanted = createHash("sha256").update(seedSql(ANY_DAY)).update(migrations()).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;

  mkdirSync(STATE, { recursive: true });
  rmSync(REGISTRY_FILE, { force: true });
  const seedFile = join(STATE, "seed.sql");
  writeFileSync(seedFile, seedSql(new Date()));
  for (const { config, database } of DATABASES) wrangler(["d1", "migrations", "apply", database, "-c", config]);
  wrangler(["d1", "execute", "DB", "--file", seedFile, "--yes", "-c", BILLING]);
  writeFileSync(STAMP, wanted);
}

/** The seed counts its dates from the day it is made; as of one day, it changes only when it is edited. */
const ANY_DAY = new Date(0);

function seedSql(today: Date): string {
  return `${seedStatements(today).join(";\n")};\n`;
}

function migrations(): string {
  const folders = DATABASES.map(({ config }) => join(PROJECT, dirname(config), "migrations"));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
  );
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

function wrangler(args: string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [WRANGLER, ...args, "--local", "--persist-to", STATE],
    { cwd: PROJECT, env: localEnvironment(), encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`wrangler ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
}
