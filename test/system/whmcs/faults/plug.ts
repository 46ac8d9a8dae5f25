import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { ACTING_SETTINGS, settingsFor } from "../../../../dev/whmcs/local-installation.ts";
import { SECRETS } from "../../../../dev/whmcs/secrets.ts";
import { WhmcsSimulator } from "../../../../dev/whmcs/whmcs-simulator.ts";
import { writeConfigurations } from "../../../../scripts/configurations.ts";
import { WRITE_OPERATIONS } from "../../../../shared/billing-contract/writes.ts";
import { seedWhmcsStores } from "../../../support/seeded-stores.ts";
import type { CampaignRun } from "../../faults/harness/campaign.ts";
import type { AuditEntry } from "../../faults/harness/customer.ts";
import { fastClock } from "../../faults/harness/fast-clock.ts";
import { KillableSystem } from "../../faults/harness/killable-system.ts";
import type { BillingPlug, PlugContext, RunningPlug } from "../../faults/harness/plug.ts";
import { ALL_FAULTS } from "../../faults/harness/scenario.ts";
import { connections } from "../../faults/harness/tokens.ts";
import { workerInputs } from "../../faults/harness/worker-inputs.ts";
import { campaignState } from "./clients.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { FailingInstallation } from "./failing-installation.ts";
import { FAULTS, NO_FENCE } from "./faults.ts";
import { plansOf } from "./installation-plans.ts";
import { TIMES } from "./times.ts";
import { outlived, truthOf } from "./truth.ts";

/** The log events that report a problem with the price or invoice of an order. */
const REPORTS = new Set([
  "billing_price_differs",
  "billing_unpaid_invoice_left",
  "billing_order_not_taken_back",
  "billing_invoice_gone",
]);
/**
 * The scheduled work. It runs every three minutes when deployed and more often here, even in the time of the fast
 * clock.
 */
const JOBS = { worker: "frontdesk-billing-whmcs", cron: "*/3 * * * *", everyMs: 5_000 };

/** The whole product with a failing simulated WHMCS installation. */
export const WHMCS_PLUG: BillingPlug = {
  name: "whmcs",
  operations: WRITE_OPERATIONS,
  ...ALL_FAULTS,
  faults: FAULTS,
  meetsEachFault: false,
  // Any violation reveals these mistakes. A missing delivery window has no effect with WHMCS: its Worker withdraws each
  // reference that a lookup does not find, so a late request is refused.
  mistakes: { [NO_FENCE]: /^/, "forget the key on an error": /^/ },
  times: TIMES,
  pace: {
    ...{ atOnce: 8, lifeMs: 7_000, aimedMs: 8_000, callMs: 15_000, aloneMs: 6_000 },
    pausesMs: [200, 300, 500, 800, 1_200],
    // This time is longer than the delivery window, the time until `STUCK` and an outage of lookups together.
    giveUpAfterMs: 180_000,
  },
  accountsFor: ({ kills, faults }) => 40 + kills * 12 + Math.ceil(faults / 4),
  open,
};

async function open({ run, harness, accounts, seed, kills, mistake }: PlugContext): Promise<RunningPlug> {
  const since = Date.now();
  const state = campaignState(new Date(since), accounts);
  const simulator = await WhmcsSimulator.start({ profile: "8.13", now: fastClock(since), state });
  const registry = await SandboxRegistry.start();
  const stop = async () => {
    await Promise.all([simulator.stop(), registry.stop()]);
  };
  const prepare = async (folder: string) => {
    await seedWhmcsStores(folder);
    const vars = { ...settingsFor(simulator), ...ACTING_SETTINGS, CLOCK_SINCE: String(since) };
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
  const reported = reportedOrders(run);
  try {
    const onLine = (line: string) => run.read(line);
    const system = await KillableSystem.open({ name: "whmcs", prepare, jobs: JOBS, onLine });
    const installation = new FailingInstallation(simulator, run.events);
    let evidence: Evidence | undefined;
    return {
      system,
      tokenOf: await connections(system),
      plan: (scenario) => installation.plan(plansOf(scenario, seed)),
      pay: async (_, answer) => pay(simulator, answer),
      awaitsOperator: ({ accountId }, { operation }) =>
        run.stuck.some(
          ({ account, reason, ...line }) =>
            account === accountId &&
            line.operation === operation &&
            (reason === "ambiguous" || reason === "found_late"),
        ),
      settle: () => settle(run),
      async truth() {
        evidence = {
          ...(await readEvidence(system, simulator, installation)),
          referencesOf: (name) => run.faultServer.referencesOf(name),
          ...{ mails: run.faultServer.mails, stuck: run.stuck, reported, audits: await readAudits(run) },
        };
        // Each kill can leave one outdated row in the operator's list.
        return truthOf(evidence, kills);
      },
      facts: () => ({
        orders: evidence?.orders.length ?? 0,
        "orders cancelled": evidence?.orders.filter(({ isCancelled }) => isCancelled).length ?? 0,
        "transfer codes mailed":
          evidence?.transferMails.filter(({ text }) => text.includes(SECRETS.authCode)).length ?? 0,
        "rows of the operator's list that outlived their action": evidence
          ? outlived(run.histories, evidence).length
          : 0,
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

/** Collects the orders with a reported problem from the log. Reports a violation if the log contains an auth code. */
function reportedOrders(run: CampaignRun): ReadonlySet<number> {
  const reported = new Set<number>();
  run.onLog = (line) => {
    const { event, order } = line;
    if (JSON.stringify(line).includes(SECRETS.authCode)) run.violate("the log", [`a transfer code: ${event}`]);
    if (typeof order === "number" && REPORTS.has(event)) reported.add(order);
  };
  return reported;
}

/** Pays the invoice of an order. @param answer the API response to the order @returns whether the invoice is paid */
function pay({ state, control }: WhmcsSimulator, answer: string): boolean {
  const { invoice } = JSON.parse(answer) as { invoice?: { id: number; status: string } | null };
  const row = state.invoices.find(({ id }) => id === invoice?.id);
  if (row?.status === "Unpaid") control.pay(row.id);
  return row?.status === "Paid";
}

/** Waits until the late lookups are over and every key has its final response, if it can get one. */
async function settle(run: CampaignRun): Promise<void> {
  const { lateLookupDelaysMs, deliveryWindowMs } = TIMES.journal;
  const until = performance.now() + deliveryWindowMs + Math.max(...lateLookupDelaysMs) + 5_000;
  const isOver = () => performance.now() >= until;
  await Promise.all(run.acted.map(({ customer, history }) => customer.untilSettled(history, isOver, true)));
  await wait(Math.max(0, until - performance.now()));
}

async function readAudits(run: CampaignRun): Promise<Map<number, AuditEntry[]>> {
  const customers = new Map(run.acted.map(({ customer, history }) => [history.account.accountId, customer] as const));
  const audits = new Map<number, AuditEntry[]>();
  for (const [account, customer] of customers) audits.set(account, await customer.audit());
  return audits;
}
