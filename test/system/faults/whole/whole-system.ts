import { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { CONFIGS, demonstrationOf, settingsOf } from "../../../support/product-workers.ts";
import { seedStores } from "../../../support/seeded-stores.ts";
import { KillableSystem } from "../system/killable-system.ts";
import { workerInputs } from "../system/worker-inputs.ts";
import { type Mistake, TIMES } from "./faults.ts";
import { registerDomains, seededAccounts } from "./seeded-accounts.ts";

export interface WholeSystemOptions {
  /** Accounts of customers, each with what can be ordered about. */
  accounts: number;
  /** Where the harness listens. */
  harness: string;
  /** Where the registrar is asked, given where it is: `host:port` both. */
  registrarThrough(endpoint: string): Promise<string>;
  mistake: Mistake | null;
  /** Takes what the Workers log. */
  onLine(line: string): void;
}

/** The product on the embedded engine, and the registry behind it, which lives on. */
export interface WholeSystem {
  system: KillableSystem;
  registry: SandboxRegistry;
  close(): Promise<void>;
}

const JOBS = { worker: "frontdesk-billing", cron: "*/5 * * * *", everyMs: 1_500 };

export async function openWholeSystem(options: WholeSystemOptions): Promise<WholeSystem> {
  const { accounts, harness, registrarThrough, mistake, onLine } = options;
  const registry = await SandboxRegistry.start();
  try {
    const prepare = async (folder: string) => {
      await seedStores(folder, undefined, seededAccounts(accounts));
      registerDomains(registry, accounts);
      const registrar = await registrarThrough(registry.endpoints.registrar);
      const vars = settingsOf("billing", {
        ...demonstrationOf("billing", registry),
        SANDBOX_REGISTRAR: registrar,
      });
      const billing = { name: JOBS.worker, main: "test/system/faults/whole/billing.worker.ts", vars };
      return workerInputs({ configs: CONFIGS, billing, registry, harness, times: TIMES, mistake });
    };
    const system = await KillableSystem.open({ name: "whole", prepare, jobs: JOBS, onLine });
    const close = async () => {
      await system.close();
      await registry.stop();
    };
    return { system, registry, close };
  } catch (error) {
    await registry.stop();
    throw error;
  }
}
