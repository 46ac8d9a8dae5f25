import { setTimeout as wait } from "node:timers/promises";
import { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { WRITE_OPERATIONS } from "../../../../shared/billing-contract/writes.ts";
import { textOf } from "../../../support/page-visitor.ts";
import { payInvoice } from "../../../support/pay-invoice.ts";
import { CONFIGS, demonstrationOf, settingsOf } from "../../../support/product-workers.ts";
import { randomNumbers } from "../../../support/random-numbers.ts";
import { seedStores } from "../../../support/seeded-stores.ts";
import { type CampaignAccount, emailOf, passwordOf } from "../harness/accounts.ts";
import type { CampaignRun } from "../harness/campaign.ts";
import { KillableSystem } from "../harness/killable-system.ts";
import type { BillingPlug, PlugContext, RunningPlug } from "../harness/plug.ts";
import { ALL_FAULTS, choosing } from "../harness/scenario.ts";
import { connections } from "../harness/tokens.ts";
import { workerInputs } from "../harness/worker-inputs.ts";
import { FailingParty } from "../parties/failing-party.ts";
import { DATABASE_FAULTS, FAULTS, HALF_TRANSACTION, REGISTRAR_FAULTS, REGISTRAR_REFUSAL, TIMES } from "./faults.ts";
import { readLedger } from "./ledger.ts";
import { registerDomains, seededAccounts } from "./seeded-accounts.ts";
import { truthOf } from "./truth.ts";

/** How often a transaction goes wrong, a request to the registrar, and how often it refuses to give a transfer code. */
const RATES = { database: 0.1, registrar: 0.08, refusal: 0.2 };
const PAY_TRIES = 40;
/** What is under way at the registrar is claimed for a minute, and tried again after one. */
const SETTLES_WITHIN_MS = 200_000;
const JOBS = { worker: "frontdesk-billing", cron: "*/5 * * * *", everyMs: 1_500 };

/** The whole product on the embedded engine, with a registrar that fails. */
export const EMBEDDED_PLUG: BillingPlug = {
  name: "whole",
  operations: WRITE_OPERATIONS,
  ...ALL_FAULTS,
  faults: FAULTS,
  meetsEachFault: true,
  // Whatever it comes to.
  mistakes: { "forget the key on an error": /^/, "no delivery window": /^/, [HALF_TRANSACTION]: /^/ },
  isJudgedAtOnce: false,
  times: TIMES,
  pace: {
    ...{ atOnce: 8, lifeMs: 7_000, aimedMs: 8_000, callMs: 15_000, aloneMs: 6_000 },
    pausesMs: [200, 300, 500, 800, 1_200],
    // A transfer away whose registrar did not answer, or that was killed, is tried again after a minute, and fails again.
    giveUpAfterMs: 360_000,
  },
  accountsFor: ({ kills }) => 20 + kills * 6,
  open,
};

async function open({ run, harness, accounts, seed, mistake }: PlugContext): Promise<RunningPlug> {
  const { chance, pick } = choosing(randomNumbers(seed + 1));
  run.faultServer.writeFault = () => (chance(RATES.database) ? pick(DATABASE_FAULTS) : null);
  const registrar = new FailingParty({
    events: run.events,
    faultOf(path) {
      if (path.endsWith(":getAuthCode") && chance(RATES.refusal)) return REGISTRAR_REFUSAL;
      return chance(RATES.registrar) ? pick(REGISTRAR_FAULTS) : null;
    },
  });
  const registry = await SandboxRegistry.start();
  const stop = async () => {
    registrar.close();
    await registry.stop();
  };
  const prepare = async (folder: string) => {
    await seedStores(folder, undefined, seededAccounts(accounts));
    registerDomains(registry, accounts);
    const vars = settingsOf("billing", {
      ...demonstrationOf("billing", registry),
      REGISTRAR_URL: await registrar.through(registry.registrarAccount.url),
    });
    const billing = { name: JOBS.worker, main: "test/system/faults/embedded/billing.worker.ts", vars };
    return workerInputs({ configs: CONFIGS, billing, registry, harness, times: TIMES, mistake });
  };
  try {
    const onLine = (line: string) => run.read(line);
    const system = await KillableSystem.open({ name: "whole", prepare, jobs: JOBS, onLine });
    return {
      system,
      tokenOf: await connections(system),
      pay: (account, answer) => pay(system, account, answer),
      settle: () => settle(run, system),
      truth: async () => {
        const { mails } = run.faultServer;
        return truthOf({ ledger: await readLedger(system), registry, mails, stuck: run.stuck });
      },
      facts: () => ({
        "invoices paid": run.histories.filter(({ isPaid }) => isPaid).length,
        mails: run.faultServer.mails.length,
      }),
      async close() {
        await system.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Until the page says so, or has nothing to pay. */
async function pay({ origin }: KillableSystem, account: CampaignAccount, answer: string): Promise<boolean> {
  const url = (JSON.parse(answer) as { action_required?: { url: string } | null }).action_required?.url;
  if (!url) return false;
  const credentials = { email: emailOf(account), password: passwordOf(account) };
  for (let tries = 0; tries < PAY_TRIES; tries++) {
    try {
      const page = await payInvoice(origin, url, credentials);
      if (textOf(page.html).includes("the invoice is paid")) return true;
    } catch (error) {
      // expected: the runtime is dead just now. Where the answer was lost, there is nothing to pay any more.
      if (error instanceof Error && /^nothing to pay[\s\S]*\bPaid\b/.test(error.message)) return true;
    }
    await wait(1_000);
  }
  return false;
}

/** Waits until nothing is under way any more and every notice was sent. */
async function settle(run: CampaignRun, system: KillableSystem): Promise<void> {
  const waiting = `SELECT (SELECT count(*) FROM actions WHERE state = 'under_way') +
    (SELECT count(*) FROM orders WHERE status = 'paid' AND account_id >= 20000) +
    (SELECT count(*) FROM notices WHERE sent_at IS NULL AND due_at <= ${Date.now()} AND account_id >= 20000)`;
  for (const end = Date.now() + SETTLES_WITHIN_MS; ; ) {
    const [[left = 0] = []] = await system.query("billing", waiting);
    if (left === 0) break;
    if (Date.now() > end) {
      run.violate("the billing system", [`${left} things never ended`]);
      break;
    }
    await wait(1_000);
  }
  // The late lookups, but for the last.
  await wait((TIMES.journal.lateLookupDelaysMs[1] ?? 0) + 2_000);
}
