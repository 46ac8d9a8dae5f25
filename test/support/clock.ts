const realNow = Date.now;
let shiftMs = 0;
Date.now = () => realNow() + shiftMs;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Turns the clock of tests forward, and of everything in their process or isolate. */
export function pass(milliseconds: number): void {
  shiftMs += milliseconds;
}

/** Turns it back to the time of day. */
export function resetClock(): void {
  shiftMs = 0;
}
