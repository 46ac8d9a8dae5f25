import { setTimeout } from "node:timers/promises";

/** The length of a wait and its intervals, in milliseconds. */
export interface WaitLimits {
  forMs: number;
  /** The interval between two reports about the missing part. */
  noticeMs: number;
  /** The interval between two checks. */
  lookMs: number;
  say: (line: string) => void;
}

/** The limits for starting the Workers, which takes seconds, or up to a minute on a loaded machine. */
export const WAIT_LIMITS: WaitLimits = { forMs: 120_000, noticeMs: 10_000, lookMs: 100, say: console.log };

/**
 * Checks repeatedly until nothing is missing, and reports the missing part at intervals.
 * @param look function that returns the missing part as a sentence without its full stop; `null` if nothing is missing
 * @throws {Error} with the missing part after the timeout; an error of `look` ends the wait immediately
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
 * Returns the reason why a URL does not respond; `null` if it responds with a success.
 * @param timeoutMs the timeout of one request
 */
export async function whyNoAnswer(address: string, timeoutMs = 10_000): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.ok ? null : `${address} answers with HTTP ${answer.status}`;
  } catch (error) {
    // expected: nothing listens there yet, or the server is busy
    const isSlow = error instanceof Error && error.name === "TimeoutError";
    return isSlow ? `${address} did not answer within ${inSeconds(timeoutMs)}` : `${address} cannot be reached`;
  }
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
