import { setTimeout } from "node:timers/promises";
import { fireCron } from "./local-api.ts";

/**
 * Wrangler fires no cron triggers on this machine. These are fired while `npm start` runs: the billing engine's far more
 * often than deployed, so that a demonstration shows within seconds what is due.
 */
const CRON_TRIGGERS = [
  { worker: "frontdesk-billing", cron: "*/5 * * * *", everyMs: 5_000 },
  { worker: "frontdesk-account", cron: "23 4 * * *", everyMs: 3_600_000 },
];

/** Fires every trigger of a running system, one run of each at a time, until the signal is aborted. */
export function fireCronTriggers(origin: string, signal: AbortSignal, say: (line: string) => void): void {
  for (const trigger of CRON_TRIGGERS) void repeat(origin, trigger, signal, say);
}

async function repeat(
  origin: string,
  { worker, cron, everyMs }: (typeof CRON_TRIGGERS)[number],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await fireCron(origin, worker, cron);
      isFailing = false;
    } catch (error) {
      // Said once, not every few seconds.
      if (!signal.aborted && !isFailing) say(`What is due was not carried out; it is tried again. ${String(error)}`);
      isFailing = true;
    }
    // expected: the wait ends with the system.
    await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
