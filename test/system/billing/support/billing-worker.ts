import { createTestHarness, type TestHarness } from "wrangler";
import { seedStatements } from "../../../../dev/seed/statements.ts";
import { PROJECT } from "../../../../scripts/workers.ts";
import type { BillingSystem } from "../../../../shared/billing-contract/billing-system.ts";

export interface BillingWorker {
  /** The billing Worker, asked over its binding. */
  billing: BillingSystem;
  /** Its database, to change what it holds. */
  db: D1Database;
  /** Lets its clock strike. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** The billing Worker on the real runtime, with the demonstration data as of a day. */
export async function startBilling(today = new Date()): Promise<BillingWorker> {
  const worker = await startEmptyBilling();
  await worker.migrate();
  await worker.db.batch(seedStatements(today).map((statement) => worker.db.prepare(statement)));
  return worker;
}

/** The billing Worker on a database without tables, until it is migrated. */
export async function startEmptyBilling(): Promise<BillingWorker & { migrate(): Promise<void> }> {
  const system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "billing-door",
          main: "test/system/billing/support/billing-door.worker.ts",
          compatibility_date: "2026-10-23",
          services: [{ binding: "BILLING", service: "frontdesk-billing" }],
        },
      },
      { configPath: "workers/billing/wrangler.toml" },
    ],
  });
  await system.listen();
  const worker = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  const { DB } = await worker.getEnv();
  return {
    billing: billingThrough(system),
    db: DB,
    tick: async () => {
      const { outcome } = await worker.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() });
      if (outcome !== "ok") throw new Error(`the scheduled handler ended as ${outcome}`);
    },
    migrate: () => worker.applyD1Migrations("DB"),
    close: () => system.close(),
  };
}

/** The billing system behind a running `billing-door.worker.ts`. */
export function billingThrough(system: TestHarness): BillingSystem {
  const ask = async (call: unknown[]) => {
    const response = await system.fetch("/", { method: "POST", body: JSON.stringify(call) });
    if (!response.ok) throw new Error(`${call[0]}: ${await response.text()}`);
    return response.json();
  };
  return new Proxy({} as BillingSystem, {
    get:
      (_, method) =>
      (...args: unknown[]) =>
        ask([method, ...args]),
  });
}
