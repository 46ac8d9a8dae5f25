import { setTimeout as wait } from "node:timers/promises";
import { TIMING } from "../../../../dev/sandbox/failure-mode.ts";
import { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { StripeSimulator } from "../../../../dev/stripe/stripe-simulator.ts";
import { WRITE_OPERATIONS } from "../../../../shared/billing-contract/writes.ts";
import { CONFIGS, demonstrationOf, settingsOf, type TestWorker } from "../../../support/product-workers.ts";
import { randomNumbers } from "../../../support/random-numbers.ts";
import { seedStores } from "../../../support/seeded-stores.ts";
import { FIRST_ACCOUNT } from "../harness/accounts.ts";
import type { CampaignRun } from "../harness/campaign.ts";
import { fastClock } from "../harness/fast-clock.ts";
import { KillableSystem } from "../harness/killable-system.ts";
import type { BillingPlug, PlugContext, RunningPlug } from "../harness/plug.ts";
import { ALL_FAULTS, choosing } from "../harness/scenario.ts";
import { connections } from "../harness/tokens.ts";
import { workerInputs } from "../harness/worker-inputs.ts";
import { EVENT_FAULTS, EventDelivery } from "../parties/event-delivery.ts";
import { FailingParty, type PartyFault, type PartyRequest } from "../parties/failing-party.ts";
import {
  CODE_REFUSAL,
  DATABASE_FAULTS,
  FAULTS,
  HALF_TRANSACTION,
  NOT_LOOKED_FOR,
  REFUSAL_BELIEVED,
  REGISTRAR_FAULTS,
  REGISTRAR_REFUSAL,
  REGISTRAR_TWICE,
  REGISTRAR_WRITE_FAULTS,
  SETTLED_TWICE,
  STRIPE_FAULTS,
  TIMES,
} from "./faults.ts";
import { KEPT_NOTICES, readLedger } from "./ledger.ts";
import { moneyFaults, moneySigns, paidInVain, unrecorded } from "./money.ts";
import type { OperatorAct } from "./operate.worker.ts";
import { PayingCustomer } from "./paying-customer.ts";
import { registerDomains, seededAccounts } from "./seeded-accounts.ts";
import { truthOf } from "./truth.ts";

/**
 * The probabilities of failing transactions, party requests and events, and of refused registrations and auth codes.
 */
const RATES = {
  database: 0.1,
  registrar: 0.12,
  order: 0.4,
  stripe: 0.15,
  event: 0.35,
  refusal: 0.05,
  codeRefusal: 0.2,
};
/**
 * The maximum time until all work has ended. The engine claims registrar work for a minute and retries it after another
 * minute.
 */
const SETTLES_WITHIN_MS = 200_000;
const JOBS = { worker: "frontdesk-billing", cron: "*/5 * * * *", everyMs: 1_500 };
const WEBHOOK = "/client-area/payment-events/stripe";
const OPERATE = "/test-support/operate";
const OPERATE_TRIES = 30;

/** The whole product with the embedded engine, a failing registrar and a failing payment provider. */
export const EMBEDDED_PLUG: BillingPlug = {
  name: "whole",
  operations: WRITE_OPERATIONS,
  ...ALL_FAULTS,
  faults: FAULTS,
  meetsEachFault: true,
  mistakes: {
    [SETTLED_TWICE]: /^money came in or was given that is neither/,
    [REFUSAL_BELIEVED]: /is refused, and registered$/,
    [NOT_LOOKED_FOR]: /was received at Stripe, and is not recorded$/,
    // Any violation reveals these mistakes.
    ...{ "forget the key on an error": /^/, "no delivery window": /^/, [HALF_TRANSACTION]: /^/ },
  },
  times: TIMES,
  pace: {
    ...{ atOnce: 14, lifeMs: 5_000, aimedMs: 8_000, callMs: 15_000, aloneMs: 6_000 },
    pausesMs: [200, 300, 500, 800, 1_200],
    // The engine retries an interrupted transfer after a minute, and the retry may fail too.
    giveUpAfterMs: 360_000,
  },
  accountsFor: ({ kills, faults }) => 40 + kills * 12 + Math.ceil(faults / 4),
  open,
};

async function open({ run, harness, accounts, seed, kills, mistake }: PlugContext): Promise<RunningPlug> {
  const draw = choosing(randomNumbers(seed + 1));
  const { chance, pick } = draw;
  const since = Date.now();
  const now = fastClock(since);
  run.faultServer.writeFault = () => (chance(RATES.database) ? pick(DATABASE_FAULTS) : null);
  const faultOf = (request: PartyRequest) => registrarFault(request, draw);
  const registrar = new FailingParty({ events: run.events, faultOf });
  const payments = new FailingParty({
    events: run.events,
    faultOf: () => (chance(RATES.stripe) ? pick(STRIPE_FAULTS) : null),
  });
  let origin = () => "";
  const delivery = new EventDelivery({
    ...{ events: run.events, now, secret: () => stripe.webhookSecret, webhook: () => origin() + WEBHOOK },
    faultOf: () => (chance(RATES.event) ? pick(EVENT_FAULTS) : null),
  });
  const stripe: StripeSimulator = await StripeSimulator.start({ now, deliver: (body) => delivery.send(body) });
  const registry = await SandboxRegistry.start({}, TIMING, { now });
  const parties = { stripe: stripe.state, registry };
  const stop = async () => {
    registrar.close();
    payments.close();
    await Promise.all([registry.stop(), stripe.stop()]);
  };
  const prepare = async (folder: string) => {
    await seedStores(folder, undefined, [...seededAccounts(accounts), ...KEPT_NOTICES]);
    registerDomains(registry, accounts);
    const vars = settingsOf("billing", {
      ...demonstrationOf("billing", registry),
      ...stripe.settings,
      STRIPE_URL: await payments.through(stripe.url),
      REGISTRAR_URL: await registrar.through(registry.registrarAccount.url),
      CLOCK_SINCE: String(since),
    });
    const billing = { name: JOBS.worker, main: "test/system/faults/embedded/billing.worker.ts", vars };
    const product = workerInputs({ configs: CONFIGS, billing, registry, harness, times: TIMES, mistake });
    return [...product, { config: OPERATOR }];
  };
  try {
    const onLine = (line: string) => run.read(line);
    const system = await KillableSystem.open({ name: "whole", prepare, jobs: JOBS, onLine });
    origin = () => system.origin;
    const operate = (act: OperatorAct) => operateUntilDone(system, act);
    const paying = new PayingCustomer({ system, stripe, draw, operate });
    return {
      system,
      tokenOf: await connections(system),
      pay: (account, answer) => paying.pay(account, answer),
      // expected: the runtime is dead; the check after a later key reveals the violation
      signs: () => moneySigns(system, parties).catch(() => []),
      async settle() {
        for (const { id } of stripe.state.intents.values()) await stripe.state.decide(id, true);
        // Makes the engine list the payments at Stripe again, which it otherwise does once a day.
        await system.query("billing", "UPDATE installation SET payments_listed_at = 0");
        await settle(run, system, () => unrecorded(system, parties), now);
      },
      truth: async () => {
        const { mails } = run.faultServer;
        const money = await moneyFaults(system, parties);
        const [ledger, inVain] = [await readLedger(system), await paidInVain(system, parties)];
        const { refunded } = paying;
        return truthOf({ ledger, registry, mails, stuck: run.stuck, money, refunded, inVain, kills });
      },
      facts: () => ({
        "invoices paid": run.histories.filter(({ isPaid }) => isPaid).length,
        "payments received at Stripe": [...stripe.state.intents.values()].filter(({ status }) => status === "succeeded")
          .length,
        "refunds at Stripe": stripe.state.refunds.length,
        disputes: stripe.state.disputes.length,
        "names registered": registry.changes().filter(({ kind }) => kind === "register").length,
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

const OPERATOR: TestWorker = {
  name: "operate",
  main: "test/system/faults/embedded/operate.worker.ts",
  routes: [`*${OPERATE}`],
  services: [{ binding: "OPERATOR", service: JOBS.worker, entrypoint: "BillingOperator" }],
};

function registrarFault({ call }: PartyRequest, { chance, pick }: ReturnType<typeof choosing>): PartyFault | null {
  const isRenewal = call.endsWith(":renew");
  if (call.endsWith(":getAuthCode") && chance(RATES.codeRefusal)) return CODE_REFUSAL;
  const isOrder = isRenewal || call.endsWith("/core/v1/domains");
  if (isOrder && chance(RATES.refusal)) return REGISTRAR_REFUSAL;
  if (!chance(isOrder ? RATES.order : RATES.registrar)) return null;
  return pick([
    ...REGISTRAR_FAULTS,
    ...(isOrder ? REGISTRAR_WRITE_FAULTS : []),
    ...(isRenewal ? [] : [REGISTRAR_TWICE]),
  ]);
}

/** Tries an operator's action up to 30 times until it succeeds, because the runtime may be dead. */
async function operateUntilDone(system: KillableSystem, act: OperatorAct): Promise<void> {
  for (let tries = 0; tries < OPERATE_TRIES; tries++) {
    const init = { method: "POST", body: JSON.stringify(act), signal: AbortSignal.timeout(20_000) };
    const response = await fetch(system.origin + OPERATE, init).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(1_000);
  }
}

/** Waits until no action is in progress, every notice is sent, and every payment at Stripe is recorded. */
async function settle(
  run: CampaignRun,
  system: KillableSystem,
  unrecordedPayments: () => Promise<unknown[]>,
  now: () => number,
): Promise<void> {
  const waiting = () => `SELECT 'action', reference FROM actions WHERE state = 'under_way'
    UNION ALL SELECT 'order', id FROM orders WHERE status = 'paid' AND account_id >= ${FIRST_ACCOUNT}
    UNION ALL SELECT 'refund', id FROM refunds WHERE state = 'asked'
    UNION ALL SELECT 'pending', id FROM invoices WHERE status = 'payment_pending' AND account_id >= ${FIRST_ACCOUNT}
    UNION ALL SELECT kind, account_id FROM notices
      WHERE sent_at IS NULL AND due_at <= ${now()} AND account_id >= ${FIRST_ACCOUNT}`;
  for (const end = Date.now() + SETTLES_WITHIN_MS; ; ) {
    const left = [...(await system.query("billing", waiting())), ...(await unrecordedPayments())];
    if (left.length === 0) break;
    if (Date.now() > end) {
      run.violate("the billing system", [`what never ended: ${JSON.stringify(left.slice(0, 5))}`]);
      break;
    }
    await wait(1_000);
  }
  // Waits until all late lookups except the last have run.
  await wait((TIMES.journal.lateLookupDelaysMs[1] ?? 0) + 2_000);
}
