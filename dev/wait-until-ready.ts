import { setTimeout } from "node:timers/promises";

/** How long something is waited for, and how often that is said. */
export interface WaitLimits {
  forMs: number;
  /** Between two lines that say what is missing. */
  noticeMs: number;
  /** Between two looks. */
  lookMs: number;
  say: (line: string) => void;
}

/** Of a start of the Workers, which takes seconds, on a loaded machine a minute. */
export const WAIT_LIMITS: WaitLimits = { forMs: 120_000, noticeMs: 10_000, lookMs: 100, say: console.log };

/**
 * Looks until nothing is missing, and says every now and then what is.
 * @param look what is missing still, as a sentence without its end; null: nothing
 * @throws Error that says what was missing, once the time is over; what `look` throws ends the wait at once
 */
export async function waitUntilReady(
  look: () => Promise<string | null>,
  limits: WaitLimits = WAIT_LIMITS,
): Promise<void> {
  const { forMs, noticeMs, lookMs, say } = limits;
  const begun = Date.now();
  let noticeAt = noticeMs;
  while (true) {
    const missing = await look();
    if (missing === null) return;
    const waited = Date.now() - begun;
    if (waited >= forMs) throw new Error(`Gave up after ${inSeconds(waited)}: ${missing}.`);
    if (waited >= noticeAt) {
      say(`Waiting for ${inSeconds(waited)}: ${missing}.`);
      noticeAt = waited + noticeMs;
    }
    await setTimeout(lookMs);
  }
}

/**
 * What keeps an address from answering; null once it answers with a success.
 * @param timeoutMs of one request
 */
export async function whyNoAnswer(address: string, timeoutMs = 10_000): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.ok ? null : `${address} answers with HTTP ${answer.status}`;
  } catch (error) {
    // expected: nothing listens there yet, or it is busy.
    const isSlow = error instanceof Error && error.name === "TimeoutError";
    return isSlow ? `${address} did not answer within ${inSeconds(timeoutMs)}` : `${address} cannot be reached`;
  }
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
