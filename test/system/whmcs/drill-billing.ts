import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { ACTING_SETTINGS, settingsFor } from "../../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator } from "../../../dev/whmcs/whmcs-simulator.ts";
import { writeConfigurations } from "../../../scripts/configurations.ts";
import { demonstrationOf, PRODUCT, type ProductWorker, settingsOf } from "../../support/product-workers.ts";
import { DATABASES, seedWhmcsStores } from "../../support/seeded-stores.ts";
import type { DrillBilling } from "../drill/drill-system.ts";

const BILLING_WORKER = "frontdesk-billing-whmcs";

/** Returns a simulated WHMCS as the billing system of a drill. The drill restores only the database of its Worker. */
export async function drillBilling(): Promise<DrillBilling> {
  const registry = await SandboxRegistry.start();
  const whmcs = await WhmcsSimulator.start({ profile: "8.13" });
  return {
    ...{ worker: BILLING_WORKER, cron: "*/3 * * * *", database: DATABASES.whmcs, table: "registrant_fields" },
    ...{ registry, accountSettings: { CLIENT_AREA_URL: whmcs.url }, seed: (folder) => seedWhmcsStores(folder) },
    workers(folder, account) {
      const vars = { ...settingsFor(whmcs), ...ACTING_SETTINGS };
      const written = writeConfigurations("whmcs", join(folder, "configurations"), { vars, secrets: [] });
      const configs = new Map(written.map(({ config }) => [JSON.parse(readFileSync(config, "utf8")).name, config]));
      return PRODUCT.map((worker) => {
        const config = configs.get(nameOf(worker)) ?? "";
        // The written configuration of the billing Worker already contains its variables.
        if (worker === "billing") return { config };
        return {
          config,
          vars: worker === "account" ? account : settingsOf(worker, demonstrationOf(worker, registry)),
        };
      });
    },
    ordersFor: async (_, site) => whmcs.state.services.filter(({ domain }) => domain === site).length,
    async stop() {
      await Promise.all([registry.stop(), whmcs.stop()]);
    },
  };
}

function nameOf(worker: ProductWorker): string {
  if (worker === "billing") return BILLING_WORKER;
  return worker === "site" ? "frontdesk" : `frontdesk-${worker}`;
}
