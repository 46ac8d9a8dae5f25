import { CpanelSimulator } from "../../../dev/cpanel/cpanel-simulator.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { directConnections } from "../../support/direct-connections.ts";
import { CONFIGS, demonstrationOf, PRODUCT, settingsOf } from "../../support/product-workers.ts";
import { seedStores } from "../../support/seeded-stores.ts";
import { KillableSystem } from "../faults/system/killable-system.ts";
import { registerDomains, seededAccounts } from "../faults/whole/seeded-accounts.ts";

const BILLING = "frontdesk-billing";
const JOBS = { worker: BILLING, cron: "*/5 * * * *", everyMs: 5_000 };

/** The product as it is deployed, on the embedded engine, with accounts that can order; what is outside is simulated. */
export interface FuzzSystem extends AsyncDisposable {
  system: KillableSystem;
  /** What the Workers logged that stands for a mistake in our own code, a line each. */
  mistakes: string[];
}

/**
 * @param accounts how many there are beside the demonstration's own
 * @param hasInspector whether its memory can be measured
 */
export async function openFuzzSystem(accounts: number, hasInspector: boolean): Promise<FuzzSystem> {
  const [registry, cpanel] = await Promise.all([SandboxRegistry.start(), CpanelSimulator.start()]);
  const stop = async () => void (await Promise.all([registry.stop(), cpanel.stop()]));
  const mistakes: string[] = [];
  try {
    const system = await KillableSystem.open({
      name: "fuzz",
      async prepare(folder) {
        await seedStores(folder, undefined, seededAccounts(accounts));
        registerDomains(registry, accounts);
        const more: Partial<Record<string, Record<string, string>>> = {
          // A mail about each connection is not what is looked at.
          account: { MAIL_FROM: "" },
          zones: cpanel.settings,
        };
        const product = PRODUCT.map((worker) => ({
          config: CONFIGS[worker],
          vars: settingsOf(worker, { ...demonstrationOf(worker, registry), ...more[worker] }),
        }));
        const accountVars = settingsOf("account", { ...demonstrationOf("account", registry), ...more.account });
        return [...product, { config: directConnections(accountVars, BILLING) }];
      },
      jobs: JOBS,
      direct: "frontdesk",
      hasInspector,
      onLine: (line) => {
        if (/internal_error|undeclared_problem/.test(line)) mistakes.push(line);
      },
    });
    const close = async () => {
      await system.close();
      await stop();
    };
    return { system, mistakes, [Symbol.asyncDispose]: close };
  } catch (error) {
    await stop();
    throw error;
  }
}
