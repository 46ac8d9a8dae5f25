import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { CONFIGS, demonstrationOf, PRODUCT, settingsOf } from "../../support/product-workers.ts";
import { DATABASES, seedStores } from "../../support/seeded-stores.ts";
import type { DrillBilling } from "./drill-system.ts";

/** Returns the embedded engine as the billing system of a drill. */
export async function embeddedBilling(): Promise<DrillBilling> {
  const registry = await SandboxRegistry.start();
  return {
    ...{ worker: "frontdesk-billing", cron: "*/5 * * * *", database: DATABASES.billing, table: "invoices" },
    ...{ registry, accountSettings: {}, seed: (folder) => seedStores(folder) },
    workers: (_, account) =>
      PRODUCT.map((worker) => ({
        config: CONFIGS[worker],
        vars: worker === "account" ? account : settingsOf(worker, demonstrationOf(worker, registry)),
      })),
    async ordersFor(system, site) {
      const rows = await system.query("billing", `SELECT count(*) FROM services WHERE domain = '${site}'`);
      return Number(rows[0]?.[0] ?? 0);
    },
    stop: () => registry.stop(),
  };
}
