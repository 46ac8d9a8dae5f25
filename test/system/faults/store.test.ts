import { afterEach, expect, test } from "vitest";
import type { TestHarness } from "wrangler";
import { createTestHarness } from "wrangler";
import { seedStatements } from "../../../dev/seed/statements.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const SETTINGS = {
  ...UNSET_ADDRESSES,
  BRAND_NAME: "Test",
  CHECKS_PER_ADDRESS: "30",
  CHECKS_PER_ADDRESS_MCP: "120",
  CHECKS_WINDOW_SECONDS: "600",
  CHECK_DEADLINE_MS: "6000",
};

let system: TestHarness;
afterEach(() => system.close());

/** The catalogue with a store that fails: the binding is a service whose methods a store's look like. */
async function startWithBrokenStore(mode: "throws" | "hangs"): Promise<void> {
  system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "frontdesk-catalogue",
          main: "workers/catalogue/catalogue.worker.ts",
          compatibility_date: "2026-10-23",
          services: [
            { binding: "BILLING", service: "frontdesk-billing" },
            { binding: "PRICES", service: "broken-store" },
          ],
          vars: SETTINGS,
        },
      },
      { configPath: "workers/billing/wrangler.toml" },
      {
        config: {
          name: "broken-store",
          main: "test/support/workers/broken-store.worker.ts",
          compatibility_date: "2026-10-23",
          vars: { MANNER: mode },
        },
      },
    ],
  });
  await system.listen();
  const billing = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  await billing.applyD1Migrations("DB");
  const { DB } = await billing.getEnv();
  await DB.batch(seedStatements().map((statement) => DB.prepare(statement)));
}

test.each(["throws", "hangs"] as const)(
  "a store that %s never fails a request, and the status says so",
  async (mode) => {
    await startWithBrokenStore(mode);
    expect((await system.fetch("/api/v1/plans")).status).toBe(200);
    expect((await system.fetch("/api/v1/domains/pricing?tld=ca")).status).toBe(200);
    const status = await system.fetch("/api/v1/status");
    expect(status.status).toBe(200);
    expect(await status.json()).toMatchObject({
      status: "degraded",
      checks: expect.arrayContaining([
        { name: "billing", status: "ok" },
        { name: "cache", status: "failing" },
      ]),
    });
  },
);
