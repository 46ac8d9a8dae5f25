import { afterEach, expect, test } from "vitest";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { World } from "../../support/world.ts";

const SETTINGS = {
  ...UNSET_ADDRESSES,
  BRAND_NAME: "Test",
  CHECKS_PER_ADDRESS: "30",
  CHECKS_PER_ADDRESS_MCP: "120",
  CHECKS_WINDOW_SECONDS: "600",
  CHECK_DEADLINE_MS: "6000",
};

let world: World;
afterEach(() => world.close());

/** The catalogue with a store that fails: the binding is a service whose methods a store's look like. */
async function startWithBrokenStore(mode: "throws" | "hangs"): Promise<void> {
  const catalogue = {
    name: "frontdesk-catalogue",
    main: "workers/catalogue/catalogue.worker.ts",
    services: [
      { binding: "BILLING", service: "frontdesk-billing" },
      { binding: "PRICES", service: "broken-store" },
    ],
    vars: SETTINGS,
  };
  const store = {
    name: "broken-store",
    main: "test/support/workers/broken-store.worker.ts",
    vars: { MANNER: mode },
  };
  world = await new World({ workers: [catalogue, "billing"], more: [store], isDemonstration: false }).start();
}

test.each(["throws", "hangs"] as const)(
  "a store that %s never fails a request, and the status says so",
  async (mode) => {
    await startWithBrokenStore(mode);
    expect((await world.system.fetch("/api/v1/plans")).status).toBe(200);
    expect((await world.system.fetch("/api/v1/domains/pricing?tld=ca")).status).toBe(200);
    const status = await world.system.fetch("/api/v1/status");
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
