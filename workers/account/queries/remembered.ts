/** Asks what another Worker says of itself. @param deadlineMs by default that of any question */
export type Remembered<Result> = (requestId: string, deadlineMs?: number) => Promise<Result>;

/** What is said may change without a deployment. */
const FRESH_MS = 5 * 60_000;

export interface RememberedDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** Keeps work going after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Asks for as long as there was no answer: nothing is assumed of what was never read. Afterwards the last answer is given at once, and
 * asked for anew in the background when it is five minutes old.
 * @param ask never throws
 */
export function remembered<Result extends { ok: boolean }>(
  ask: Remembered<Result>,
  { now, waitUntil }: RememberedDependencies,
): Remembered<Result> {
  let known: { result: Result; askAgainAt: number } | undefined;
  const read: Remembered<Result> = async (requestId, deadlineMs) => {
    const result = await ask(requestId, deadlineMs);
    if (result.ok) known = { result, askAgainAt: now() + FRESH_MS };
    return result;
  };
  return async (requestId, deadlineMs) => {
    if (!known) return read(requestId, deadlineMs);
    if (known.askAgainAt <= now()) {
      // Before it is asked: other requests do not ask too.
      known.askAgainAt = now() + FRESH_MS;
      waitUntil(read(requestId));
    }
    return known.result;
  };
}
