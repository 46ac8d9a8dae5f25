const MAX_FAILURES = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 60_000;
/** Consecutive timeouts that open the circuit. */
const MAX_TIME_OUTS = 3;
/** Consecutive slow calls that open the circuit. */
const SLOW_CALLS = 10;
const SLOW_MS = 8_000;

/** A timeout after less time shows nothing about the host, because the call spent its time in the queue. */
const MIN_SLOW_MS = 5_000;

/** The evidence of a call about the host: it works, fails, is too slow, or unknown. */
export type CallResult = "works" | "failed" | "timed_out" | "unknown";

/** An open circuit, as stored. */
export interface OpenCircuit {
  /** Epoch milliseconds. */
  until: number;
  /** The length of this opening. */
  forMs: number;
}

/**
 * The circuit breaker of one endpoint of the billing system's host. It opens after five failures, three timeouts or ten
 * calls of 8 seconds in a row. It opens for 5 s, then twice as long each time, up to 60 s. One trial then closes it or
 * opens it again. Pure. The caller passes the time.
 */
export class HostCircuit {
  #open: OpenCircuit | null;
  #failures = 0;
  #slowCalls = 0;
  #timeOuts = 0;

  /** @param open the stored circuit */
  constructor(open: OpenCircuit | null = null) {
    this.#open = open;
  }

  /** The open circuit; null if it is closed. */
  get open(): OpenCircuit | null {
    return this.#open;
  }

  /** Returns the state: `closed`, `trial` (one call may try), or `open` for some milliseconds. */
  stateAt(now: number): { kind: "closed" | "trial" } | { kind: "open"; inMs: number } {
    if (!this.#open) return { kind: "closed" };
    const inMs = this.#open.until - now;
    // If more time is left than the opening was long, the clock was set back.
    return inMs > 0 && inMs <= this.#open.forMs ? { kind: "open", inMs } : { kind: "trial" };
  }

  /** Records the result of a call. Calls sent before the circuit opened neither close it nor extend the opening. */
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
