const MAX_FAILURES = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 60_000;
/** Calls that are looked at for slowness, and the time that each of them took. */
const SLOW_CALLS = 10;
const SLOW_MS = 8_000;

/** An open circuit, as it is stored. */
export interface OpenCircuit {
  /** Epoch milliseconds. */
  until: number;
  /** How long it was opened for. */
  forMs: number;
}

/**
 * The circuit breaker of the billing system's host: opens after five failures in a row, or when none of the last ten calls took less
 * than 8 seconds; for 5 s, then twice as long each time, up to 60 s. Then one trial closes it, or opens it again. Pure; the
 * clock is the caller's.
 */
export class HostCircuit {
  #open: OpenCircuit | null;
  #failures = 0;
  #durations: number[] = [];

  /** @param open as stored */
  constructor(open: OpenCircuit | null = null) {
    this.#open = open;
  }

  /** Null where it is closed. */
  get open(): OpenCircuit | null {
    return this.#open;
  }

  /** `closed`; `trial`: it was open long enough, and one call may try; or open for so many milliseconds. */
  stateAt(now: number): { kind: "closed" | "trial" } | { kind: "open"; inMs: number } {
    if (!this.#open) return { kind: "closed" };
    return now < this.#open.until ? { kind: "open", inMs: this.#open.until - now } : { kind: "trial" };
  }

  /** The result of a call. Calls that were sent before it opened neither close nor lengthen it. */
  ended({ failed, tookMs, isTrial }: { failed: boolean; tookMs: number; isTrial: boolean }, now: number): void {
    if (this.#open && !isTrial) return;
    if (isTrial && !failed) {
      this.#open = null;
      this.#failures = 0;
      this.#durations = [];
      return;
    }
    this.#failures = failed ? this.#failures + 1 : 0;
    this.#durations = [...this.#durations, tookMs].slice(-SLOW_CALLS);
    const isSlow = this.#durations.length === SLOW_CALLS && this.#durations.every((duration) => duration >= SLOW_MS);
    if (!isTrial && this.#failures < MAX_FAILURES && !isSlow) return;
    const forMs = Math.min(MAX_OPEN_MS, this.#open ? this.#open.forMs * 2 : FIRST_OPEN_MS);
    this.#open = { until: now + forMs, forMs };
    this.#durations = [];
  }
}
