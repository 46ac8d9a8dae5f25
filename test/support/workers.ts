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

type WorkerInput = Parameters<typeof createTestHarness>[0] extends infer Options | undefined
  ? Options extends { workers: (infer Input)[] }
    ? Input
    : never
  : never;

/** Replaces or adds to what a Worker is started with, by its configuration's path. */
export type WorkerOverrides = Record<string, Partial<Extract<WorkerInput, { configPath: string | URL }>>>;

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
