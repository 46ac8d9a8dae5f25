import { createTestHarness, type TestHarness } from "wrangler";
import { seedStatements } from "../../dev/seed/statements.ts";
import { declaredSettings, PROJECT } from "../../scripts/workers.ts";

/** The wrangler configuration of every Worker, the front door first. */
export const CONFIGS = [
  "wrangler.toml",
  "workers/account/wrangler.toml",
  "workers/catalogue/wrangler.toml",
  "workers/billing/wrangler.toml",
];

const ACCOUNT = "workers/account/wrangler.toml";

type WorkerInput = Parameters<typeof createTestHarness>[0] extends infer Options | undefined
  ? Options extends { workers: (infer Input)[] }
    ? Input
    : never
  : never;

/** Replaces or adds to what a Worker is started with, by its configuration's path. */
export type WorkerOverrides = Record<string, Partial<Extract<WorkerInput, { configPath: string | URL }>>>;

/** Makes connections without the pages, see its file; every system has it. */
export const DIRECT_CONNECTIONS = "/test-support/connections";

/** Bound to the account Worker's objects and database, with the account Worker's settings. */
function directConnections(vars: WorkerOverrides[string]["vars"]): WorkerInput {
  const objects = {
    CONNECTION: "Connection",
    ACCOUNT: "Account",
    SESSION: "Session",
    SERVICE_KEY: "ServiceKey",
    ADDRESS_WINDOW: "AddressWindow",
    DAILY_KEY: "DailyKey",
  };
  return {
    config: {
      name: "direct-connections",
      main: "test/support/workers/direct-connections.worker.ts",
      compatibility_date: "2026-10-23",
      routes: [`*${DIRECT_CONNECTIONS}`],
      d1_databases: [{ binding: "ACCOUNT_DB", database_name: "frontdesk-account" }],
      services: [{ binding: "BILLING", service: "frontdesk-billing" }],
      durable_objects: {
        bindings: Object.entries(objects).map(([name, class_name]) => ({
          name,
          class_name,
          script_name: "frontdesk-account",
        })),
      },
    },
    vars,
  };
}

/**
 * Every Worker on the real runtime, with migrated and seeded local stores.
 * @param extra Workers of the test's own, such as a billing system that does not answer
 */
export async function startSystem(overrides: WorkerOverrides = {}, extra: WorkerInput[] = []): Promise<TestHarness> {
  const system = createTestHarness({
    root: PROJECT,
    workers: [
      ...CONFIGS.map((configPath) => {
        const { vars, ...rest } = overrides[configPath] ?? {};
        // Said again, so that a variable of the shell does not take the place of a default.
        return { configPath, vars: { ...declaredSettings(configPath), ...vars }, ...rest };
      }),
      directConnections({ ...declaredSettings(ACCOUNT), ...overrides[ACCOUNT]?.vars }),
      ...extra,
    ],
  });
  await system.listen();
  await system.getWorker("frontdesk-account").applyD1Migrations("ACCOUNT_DB");
  const billing = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  await billing.applyD1Migrations("DB");
  const { DB } = await billing.getEnv();
  await DB.batch(seedStatements().map((statement) => DB.prepare(statement)));
  return system;
}
