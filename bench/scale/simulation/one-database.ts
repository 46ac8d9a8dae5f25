import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { BillingUnavailable } from "../../../shared/billing-contract/result.ts";
import { BILLING_DEADLINE_MS } from "../../../workers/account/queries/account-queries.ts";
import { PLATFORM } from "../platform.ts";
import { Outcomes } from "./outcomes.ts";
import { Random } from "./random.ts";
import { SingleThread } from "./single-thread.ts";
import { VirtualTime } from "./virtual-time.ts";
import { withoutLogLines } from "./without-log-lines.ts";

/** Requests whose data are all in one database. */
export interface OneDatabaseScenario {
  seed: number;
  forMs: number;
  perSecond: number;
  /** Calls of a request to the database, one after another. */
  callsPerRequest: number;
  /** Of one call, in milliseconds: on average. */
  queryMs: number;
}

export interface OneDatabaseResult {
  outcomes: Outcomes;
  database: SingleThread;
  /** What an unanswered caller is told to wait, in seconds. */
  retryAfterS: Set<number>;
}

/** Runs the account's real deadlines in front of a database that is a single thread. */
export async function simulateOneDatabase(scenario: OneDatabaseScenario): Promise<OneDatabaseResult> {
  const { seed, forMs, perSecond, callsPerRequest, queryMs } = scenario;
  const time = new VirtualTime(Date.UTC(2026, 0, 1, 12));
  const start = time.now;
  const random = new Random(seed);
  const serviceMs = (of: Random) => of.untilNext(1 / queryMs);
  const database = new SingleThread(time, random, { ...PLATFORM.database, serviceMs });
  const outcomes = new Outcomes();
  const retryAfterS = new Set<number>();
  const request = async () => {
    const began = time.now;
    const query = async () => {
      for (let call = 0; call < callsPerRequest; call++) await database.call(() => undefined);
      return { ok: true as const, value: null };
    };
    const result = await askBilling<null, BillingUnavailable>(query, BILLING_DEADLINE_MS, undefined);
    outcomes.add(result.ok ? "answered" : "unavailable", time.now - began);
    if (!result.ok) retryAfterS.add(result.problem.retryAfter);
  };
  const come = async () => {
    while (time.now - start < forMs) {
      await time.wait(random.untilNext(perSecond / 1_000));
      void request();
    }
  };
  await withoutLogLines(() => time.run(() => void come(), forMs));
  return { outcomes, database, retryAfterS };
}
