const MAX_FAILURES = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 60_000;
/** The number of consecutive timeouts that opens the circuit. */
const MAX_TIME_OUTS = 3;
/** The number of consecutive slow calls that opens the circuit. */
const SLOW_CALLS = 10;
const SLOW_MS = 8_000;

/** A timeout after less time than this shows nothing about the host, because the call spent its time in the queue. */
const MIN_SLOW_MS = 5_000;

/** What a call shows about the host: it works, it fails, it is too slow, or nothing. */
export type CallResult = "works" | "failed" | "timed_out" | "unknown";

/** An open circuit, in its stored form. */
export interface OpenCircuit {
  /** Time until which the circuit stays open, in epoch milliseconds. */
  until: number;
  /** The length of this opening, in milliseconds. */
  forMs: number;
}

/**
 * The circuit breaker for the billing system's host. The circuit opens after five failures, three timeouts or ten slow
 * calls in a row. A slow call takes at least 8 seconds or times out. The circuit stays open for 5 seconds at first,
 * then for twice as long after each failed trial, up to 60 seconds. One trial then closes it or opens it again. The
 * class performs no I/O, and the caller passes the time.
 */
export class HostCircuit {
  #open: OpenCircuit | null;
  #failures = 0;
  #slowCalls = 0;
  #timeOuts = 0;

  /** @param open the stored circuit; `null` if it is closed */
  constructor(open: OpenCircuit | null = null) {
    this.#open = open;
  }

  /** The open circuit; `null` if the circuit is closed. */
  get open(): OpenCircuit | null {
    return this.#open;
  }

  /**
   * Returns the state: `closed`, `trial` (one call may test the host), or `open` for the given number of milliseconds.
   */
  stateAt(now: number): { kind: "closed" | "trial" } | { kind: "open"; inMs: number } {
    if (!this.#open) return { kind: "closed" };
    const inMs = this.#open.until - now;
    // If more time is left than the whole opening lasts, the clock was set back.
    return inMs > 0 && inMs <= this.#open.forMs ? { kind: "open", inMs } : { kind: "trial" };
  }

  /**
   * Records the result of a call. A call that was sent before the circuit opened neither closes it nor extends the
   * opening.
   */
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
