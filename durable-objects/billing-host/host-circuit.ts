const MAX_FAILURES = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 60_000;
/** Consecutive timeouts that open the circuit. */
const MAX_TIME_OUTS = 3;
/** Consecutive slow calls that open the circuit. */
const SLOW_CALLS = 10;
const SLOW_MS = 8_000;

/** A call that ended sooner shows nothing about the host: its time passed in the queue. */
const MIN_SLOW_MS = 5_000;

/** What a call shows about the host: it works, it fails, it is too slow, or nothing. */
export type CallResult = "works" | "failed" | "timed_out" | "unknown";

/** An open circuit, as stored. */
export interface OpenCircuit {
  /** Epoch milliseconds. */
  until: number;
  /** The length of this opening. */
  forMs: number;
}

/**
 * The circuit breaker of one endpoint of the billing system's host. It opens after five failures in a row, three timeouts in a row,
 * or ten calls in a row that took 8 seconds. It opens for 5 s, then twice as long each time, up to 60 s. Then one trial closes it,
 * or opens it again. Pure; the clock is the caller's.
 */
export class HostCircuit {
  #open: OpenCircuit | null;
  #failures = 0;
  #slowCalls = 0;
  #timeOuts = 0;

  /** @param open as stored */
  constructor(open: OpenCircuit | null = null) {
    this.#open = open;
  }

  /** Null if it is closed. */
  get open(): OpenCircuit | null {
    return this.#open;
  }

  /** `closed`; `trial`: it was open long enough, and one call may try; or open for this many milliseconds. */
  stateAt(now: number): { kind: "closed" | "trial" } | { kind: "open"; inMs: number } {
    if (!this.#open) return { kind: "closed" };
    const inMs = this.#open.until - now;
    // Longer than it was opened for: the clock was set back.
    return inMs > 0 && inMs <= this.#open.forMs ? { kind: "open", inMs } : { kind: "trial" };
  }

  /** Records the result of a call. Calls that were sent before the circuit opened neither close it nor lengthen the opening. */
  ended({ result, tookMs, isTrial }: { result: CallResult; tookMs: number; isTrial: boolean }, now: number): void {
    if (this.#open && !isTrial) return;
    if (isTrial && result === "works") {
      this.#open = null;
      this.#failures = 0;
      this.#slowCalls = 0;
      this.#timeOuts = 0;
      return;
    }
    if (!isTrial) {
      if (result === "unknown" || (result === "timed_out" && tookMs < MIN_SLOW_MS)) return;
      if (result !== "timed_out") this.#failures = result === "failed" ? this.#failures + 1 : 0;
      this.#slowCalls = result === "timed_out" || tookMs >= SLOW_MS ? this.#slowCalls + 1 : 0;
      this.#timeOuts = result === "timed_out" ? this.#timeOuts + 1 : 0;
      const isOver = this.#failures >= MAX_FAILURES || this.#slowCalls >= SLOW_CALLS || this.#timeOuts >= MAX_TIME_OUTS;
      if (!isOver) return;
    }
    const forMs = Math.min(MAX_OPEN_MS, this.#open ? this.#open.forMs * 2 : FIRST_OPEN_MS);
    this.#open = { until: now + forMs, forMs };
  }
}
