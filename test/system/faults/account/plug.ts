import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../../../support/random-numbers.ts";
import type { AuditEntry, History } from "../harness/customer.ts";
import type { CampaignTimes } from "../harness/faults.ts";
import type { BillingPlug, PlugContext, RunningPlug, Truth } from "../harness/plug.ts";
import { choosing, type Scenario } from "../harness/scenario.ts";
import { keyFaults } from "../harness/verdict.ts";
import { AccountProcess } from "./account-process.ts";
import { CRASH_POINTS, FAULTS, FOUND_BY, OBJECT_PLANS, type ObjectPlan, OWN_ACTION_FAULTS, TIMES } from "./faults.ts";
import { ObedientBilling } from "./obedient-billing.ts";

/** The highest number of a storage write that can fail. One key and its repetitions usually need fewer writes. */
const MAX_WRITES = 12;

/**
 * The account Worker with a billing system that executes every request, so only the account object prevents a second
 * action. During a campaign, account objects crash and their storage fails.
 */
export const ACCOUNT_PLUG = accountPlug(TIMES);

/** The plug for seeded mistakes. A late request may take effect even if the machine is busy. */
export const MISTAKEN_ACCOUNT_PLUG = accountPlug({ ...TIMES, maxEffectMs: 30_000 });

function accountPlug(times: CampaignTimes): BillingPlug {
  return {
    name: "account",
    operations: ["renewDomain", "orderDomain"],
    actionFaults: OWN_ACTION_FAULTS,
    lateShare: 0,
    leavesWithinMs: 60,
    faults: FAULTS,
    meetsEachFault: true,
    mistakes: FOUND_BY,
    times,
    pace: {
      ...{ atOnce: 16, lifeMs: 700, aimedMs: 1_000, callMs: 5_000, aloneMs: 4_000 },
      ...{ pausesMs: [20, 30, 45, 70, 100, 150], giveUpAfterMs: 30_000 },
    },
    // This billing system needs no account rows.
    accountsFor: () => 0,
    open: (context) => open(context, times),
  };
}

async function open({ run, harness, seed, mistake }: PlugContext, times: CampaignTimes): Promise<RunningPlug> {
  const billing = new ObedientBilling(times.maxEffectMs);
  const vars = {
    MISTAKE: mistake ?? "",
    HARNESS: harness,
    TIMES: JSON.stringify(times),
    OUTSIDE: await billing.open(),
  };
  const system = await AccountProcess.open(vars, (line) => run.read(line));
  const actionsOn = (domain: string | number | null) => billing.actions.filter((action) => action.domain === domain);
  const logFaults: string[] = [];

  /** Compares the audit log of an account with the completed actions. */
  function readLog({ plan, settled }: History, log: readonly AuditEntry[]): void {
    const entries = log.filter(({ target }) => target === `domain:${plan.target}`);
    const told = entries.filter(({ outcome }) => outcome === "succeeded").length;
    const { length: done } = actionsOn(plan.target);
    if (told !== done) logFaults.push(`${plan.key}: the log has ${told}, ${done} were done`);
    if (settled && entries.some(({ outcome }) => outcome === "in_progress"))
      logFaults.push(`${plan.key}: an entry never ended`);
  }

  const truth: Truth = {
    made({ target, otherTarget }) {
      const own = actionsOn(target);
      const all = [...own, ...actionsOn(otherTarget)];
      const { length: times } = all;
      return { times, own: own.length, standing: times, orderIds: all.map((one) => one.orderId), doubled: 0 };
    },
    isListed: () => false,
    isFoundLate: () => false,
    personsReason: () => null,
    faultsOf: () => [],
    wholeFaults: () => ({ "the log": logFaults }),
  };
  return {
    system,
    // This Worker trusts the account id in the credential.
    tokenOf: async ({ accountId }) => encodeURIComponent(JSON.stringify({ accountId })),
    async plan(scenario) {
      const body = JSON.stringify(objectPlan(scenario, seed));
      // If the runtime is dead, the scenario runs without the plan.
      await fetch(system.origin + OBJECT_PLANS, { method: "POST", body }).catch(() => undefined);
    },
    async settle() {
      await wait(times.journal.deliveryWindowMs);
      for (const { customer, history } of run.acted) {
        history.again = history.settled && (await customer.askAgain(history.plan));
        readLog(history, await customer.audit());
      }
    },
    signs: async (history) => keyFaults(history, truth),
    truth: async () => truth,
    facts: () => ({ orders: billing.actions.length }),
    async close() {
      await system.close();
      billing.close();
    },
  };
}

/** Returns the storage and crash faults of a scenario. The same scenario and seed always give the same plan. */
function objectPlan({ account: { accountId } }: Scenario, seed: number): ObjectPlan {
  const { below, chance, pick, some } = choosing(randomNumbers(seed * 999_983 + accountId));
  return {
    accountId,
    crashes: chance(0.6) ? [...new Set([pick(CRASH_POINTS), ...some(CRASH_POINTS, 1)])] : [],
    failingWrites: chance(0.4) ? Array.from({ length: 1 + below(3) }, () => 1 + below(MAX_WRITES)) : [],
    lostAlarms: chance(0.3) ? 1 + below(2) : 0,
  };
}
