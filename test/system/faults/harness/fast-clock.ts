/** How many times faster the clock of the billing system runs than the clock of the account Worker. */
export const SPEED = 12;

/** Returns a clock that has run faster since the given time. The clock and the time are in epoch milliseconds. */
export function fastClock(since: number, machine: () => number = Date.now): () => number {
  return () => since + (machine() - since) * SPEED;
}
