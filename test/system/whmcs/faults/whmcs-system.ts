import { join } from "node:path";
import { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { ACTING_SETTINGS, settingsFor } from "../../../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator } from "../../../../dev/whmcs/whmcs-simulator.ts";
import { writeConfigurations } from "../../../../scripts/configurations.ts";
import { seedWhmcsStores } from "../../../support/seeded-stores.ts";
import { KillableSystem } from "../../faults/system/killable-system.ts";
import { workerInputs } from "../../faults/system/worker-inputs.ts";
import { campaignState, knownLogins } from "./clients.ts";
import type { Mistake } from "./faults.ts";
import { fastClock, TIMES } from "./times.ts";

export interface WhmcsCampaignOptions {
  /** Accounts of customers, each with what can be ordered about. */
  accounts: number;
  /** Where the harness listens. */
  harness: string;
  mistake: Mistake | null;
  /** Takes what the Workers log. */
  onLine(line: string): void;
}

/** The product before an installation that lives on in the harness. */
export interface WhmcsCampaignSystem {
  system: KillableSystem;
  simulator: WhmcsSimulator;
  close(): Promise<void>;
}

/** The scheduled work, every three minutes where it is deployed, comes more often than that by the fast clock. */
const JOBS = { worker: "frontdesk-billing-whmcs", cron: "*/3 * * * *", everyMs: 5_000 };

export async function openWhmcsSystem(options: WhmcsCampaignOptions): Promise<WhmcsCampaignSystem> {
  const { accounts, harness, mistake, onLine } = options;
  const since = Date.now();
  const state = campaignState(new Date(since), accounts);
  const simulator = await WhmcsSimulator.start({ profile: "8.13", now: fastClock(since), state });
  const registry = await SandboxRegistry.start();
  const stop = async () => {
    await Promise.all([simulator.stop(), registry.stop()]);
  };
  const prepare = async (folder: string) => {
    await seedWhmcsStores(folder, knownLogins(accounts));
    const vars = {
      ...settingsFor(simulator),
      ...ACTING_SETTINGS,
      CLOCK_SINCE: String(since),
    };
    const written = writeConfigurations("whmcs", join(folder, "configurations"), { vars, secrets: [] });
    const [billing = "", catalogue = "", zones = "", account = "", operator = "", site = ""] = written.map(
      ({ config }) => config,
    );
    return workerInputs({
      configs: { billing, catalogue, account, site, zones, operator },
      billing: { name: JOBS.worker, main: "test/system/whmcs/faults/billing-whmcs.worker.ts", vars: {} },
      account: { CLIENT_AREA_URL: simulator.url },
      ...{ registry, harness, times: TIMES, mistake },
    });
  };
  try {
    const system = await KillableSystem.open({ name: "whmcs", prepare, jobs: JOBS, onLine });
    const close = async () => {
      await system.close();
      await stop();
    };
    return { system, simulator, close };
  } catch (error) {
    await stop();
    throw error;
  }
}
