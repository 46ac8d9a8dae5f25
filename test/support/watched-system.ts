import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestHarness } from "wrangler";
import { PROJECT } from "../../scripts/workers.ts";
import type { Mood } from "./workers/watched-billing.worker.ts";
import { startSystem } from "./workers.ts";

const ACCOUNT = "workers/account/wrangler.toml";

/** A billing system for `BILLING` of the account Worker that can be shut; see its file. */
export const WATCHED_BILLING = {
  config: {
    name: "watched-billing",
    main: "test/support/workers/watched-billing.worker.ts",
    compatibility_date: "2026-10-23",
    services: [{ binding: "REAL", service: "frontdesk-billing" }],
  },
};

/** A whole system of a test's own, whose inner calls can be counted and whose billing system can be stopped. */
export interface WatchedSystem {
  system: TestHarness;
  origin: string;
  /** The billing engine's database. */
  billing: D1Database;
  /** Calls to the account's objects since the last time, such as `Connection.admit`. */
  objectCalls(): Promise<string[]>;
  /** Questions to the billing system by the account Worker since the last time. */
  billingCalls(): Promise<string[]>;
  setMood(mood: Mood): Promise<void>;
  close(): Promise<void>;
}

/** @param vars settings of the account Worker */
export async function startWatched(vars: Record<string, string> = {}): Promise<WatchedSystem> {
  const folder = mkdtempSync(join(tmpdir(), "watched-account-"));
  const override = { configPath: watchedConfig(folder), vars, bindingOverrides: { BILLING: "watched-billing" } };
  const system = await startSystem({ [ACCOUNT]: override }, [WATCHED_BILLING]);
  const { url } = await system.listen();
  const { DB } = await system.getWorker<{ DB: D1Database }>("frontdesk-billing").getEnv();
  const ask = async (worker: string, path: string) => (await system.getWorker(worker).fetch(path)).json();
  return {
    system,
    origin: url.origin,
    billing: DB,
    objectCalls: async () => (await ask("frontdesk-account", "/called")) as string[],
    billingCalls: async () => (await ask("watched-billing", "/asked")) as string[],
    setMood: async (mood) => void (await ask("watched-billing", `/mood/${mood}`)),
    async close() {
      await system.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The account Worker's own configuration, with an entry around its entry. */
function watchedConfig(folder: string): string {
  const entry = join(PROJECT, "test/support/workers/watched-account.worker.ts");
  const migrations = join(PROJECT, "workers/account/migrations");
  const config = readFileSync(join(PROJECT, ACCOUNT), "utf8")
    .replace('main = "account.worker.ts"', `main = ${JSON.stringify(entry)}`)
    .replace('migrations_dir = "migrations"', `migrations_dir = ${JSON.stringify(migrations)}`);
  const path = join(folder, "wrangler.toml");
  writeFileSync(path, config);
  return path;
}
