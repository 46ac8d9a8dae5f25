const realNow = Date.now;
let shiftMs = 0;
Date.now = () => realNow() + shiftMs;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Advances the clock for all code in the test's process or isolate. */
export function pass(milliseconds: number): void {
  shiftMs += milliseconds;
}

/** Resets the clock to the current time. */
export function resetClock(): void {
  shiftMs = 0;
}
