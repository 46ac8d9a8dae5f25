import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { directConnections } from "../../../support/direct-connections.ts";
import {
  demonstrationOf,
  PRODUCT,
  type ProductWorker,
  settingsOf,
  type TestWorker,
} from "../../../support/product-workers.ts";
import type { WorkerInput } from "../../../support/test-runtime.ts";
import { type CampaignTimes, LATE_DELIVERIES } from "./faults.ts";

export interface CampaignWorkers {
  /** The wrangler configuration of each Worker. */
  configs: Record<ProductWorker, string>;
  /** The name of the billing Worker, its entry file with built-in faults, and its own variables. */
  billing: { name: string; main: string; vars: Record<string, string> };
  /** Variables of the account Worker in addition to the demonstration's. */
  account?: Record<string, string>;
  registry: SandboxRegistry;
  /** The URL of the harness. */
  harness: string;
  times: CampaignTimes;
  mistake: string | null;
}

/**
 * Returns the Workers of the product, the proxy with the faults between the account and billing Workers, and the Worker
 * that connects applications for tests.
 */
export function workerInputs(workers: CampaignWorkers): WorkerInput[] {
  const { configs, billing, registry, harness, times, mistake } = workers;
  const more = { MISTAKE: mistake ?? "", HARNESS: harness, TIMES: JSON.stringify(times) };
  const between: TestWorker = {
    name: "between",
    main: "test/system/faults/harness/between.worker.ts",
    services: [{ binding: "REAL", service: billing.name }],
    routes: [`*${LATE_DELIVERIES}`],
    vars: more,
  };
  const accountVars = settingsOf("account", {
    ...demonstrationOf("account", registry),
    ...more,
    MAIL_FROM: "",
    ...workers.account,
  });
  const own: Partial<Record<ProductWorker, Partial<WorkerInput>>> = {
    account: {
      main: "test/system/faults/harness/account.worker.ts",
      vars: accountVars,
      services: { BILLING: between.name },
    },
    billing: { main: billing.main, vars: { ...billing.vars, ...more } },
  };
  const product = PRODUCT.map((worker) => ({
    config: configs[worker],
    vars: settingsOf(worker, demonstrationOf(worker, registry)),
    ...own[worker],
  }));
  return [...product, { config: between }, { config: directConnections(accountVars, billing.name) }];
}
