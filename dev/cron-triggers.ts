import { setTimeout } from "node:timers/promises";
import type { BillingSystemName } from "../scripts/workers.ts";
import { fireCron } from "./local-api.ts";

export interface CronTrigger {
  worker: string;
  cron: string;
  everyMs: number;
}

/** The trigger that reads prices from WHMCS. */
export const PRICES_CRON: CronTrigger = { worker: "frontdesk-billing-whmcs", cron: "*/3 * * * *", everyMs: 60_000 };
/** The trigger that reads recorded changes from WHMCS. */
const CHANGES_CRON: CronTrigger = { worker: "frontdesk-billing-whmcs", cron: "* * * * *", everyMs: 10_000 };

/**
 * The cron triggers that `npm start` fires while it runs, because the local runtime does not fire any. Each trigger
 * fires more often than in a deployment, so that the demonstration does not wait for its scheduled work.
 */
const BILLING_CRONS: Record<BillingSystemName, CronTrigger[]> = {
  embedded: [{ worker: "frontdesk-billing", cron: "*/5 * * * *", everyMs: 5_000 }],
  whmcs: [PRICES_CRON, CHANGES_CRON],
};
const OTHER_CRONS: CronTrigger[] = [
  { worker: "frontdesk-operator", cron: "*/5 * * * *", everyMs: 10_000 },
  { worker: "frontdesk-account", cron: "23 4 * * *", everyMs: 3_600_000 },
  { worker: "frontdesk-account", cron: "* * * * *", everyMs: 10_000 },
];

/** Fires every trigger of a running system until the signal is aborted. Each trigger has at most one run at a time. */
export function fireCronTriggers(
  origin: string,
  billing: BillingSystemName,
  signal: AbortSignal,
  say: (line: string) => void,
): void {
  for (const trigger of [...BILLING_CRONS[billing], ...OTHER_CRONS]) void repeat(origin, trigger, signal, say);
}

async function repeat(
  origin: string,
  { worker, cron, everyMs }: CronTrigger,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await fireCron(origin, worker, cron);
      isFailing = false;
    } catch (error) {
      // Report a failure once, not every few seconds.
      if (!signal.aborted && !isFailing) say(`Scheduled work failed; it is retried. ${String(error)}`);
      isFailing = true;
    }
    // expected: the signal ends the wait
    await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
