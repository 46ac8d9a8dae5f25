import type { Verdict } from "../../shared/domain-names/verdict.ts";
import type { CallerClass } from "./registry-port.ts";

const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 900_000;
const MIN_PAUSE_MS = 5_000;
const REFUSAL_PAUSE_MS = 5_000;
const BLOCK_PAUSE_MS = 3_600_000;
const REFUSED_NAMES_FOR_BLOCK = 3;
const REFUSED_NAMES_WINDOW_MS = 600_000;
const MAX_TIMEOUTS = 3;
const TIMEOUT_WINDOW_MS = 60_000;
/** The minimum interval between probes during a long pause. Queries of signed-in callers serve as probes. */
const MIN_PROBE_INTERVAL_MS = 30_000;
const PROBES_PER_PAUSE = 12;

/** An open circuit. `until` is its end, in epoch milliseconds, and `by` is its cause. */
export interface Pause {
  until: number;
  by: "rate_limited" | "refused" | "unreachable";
  /** Time from which a signed-in caller may probe the host, in epoch milliseconds. */
  probeFrom: number;
}

/**
 * The circuit breaker of one host, which pauses queries after refusals or timeouts.
 * - A throttling reply opens the circuit immediately, for the delay in the reply or otherwise for longer each time.
 * - Three timeouts within a minute pause the host for 30 seconds.
 * - A refusal of one domain pauses the host for five seconds, because a registry may refuse a single domain.
 * - Refusals of three domains within ten minutes pause the host for an hour.
 * - After a pause, each class of callers probes the host with one query at a time. A signed-in caller may probe it
 *   earlier, from `probeFrom`.
 *
 * The class performs no I/O, and the caller passes the time.
 */
export class CircuitBreaker {
  #pause: Pause | null;
  #throttles = 0;
  #refused = new Map<string, number>();
  #timeouts: number[] = [];

  /** @param pause the stored pause; `null` if there is none */
  constructor(pause: Pause | null = null) {
    this.#pause = pause;
  }

  /** The last pause; `null` once a reply has ended it. */
  get pause(): Pause | null {
    return this.#pause;
  }

  /**
   * Returns the circuit's state for a caller: `closed`, `trial` (the caller may probe the host), or `open` for some
   * time.
   */
  stateFor(
    caller: CallerClass,
    now: number,
  ): { kind: "closed" | "trial" } | { kind: "open"; inMs: number; by: Pause["by"] } {
    const pause = this.#pause;
    if (!pause) return { kind: "closed" };
    const from = caller === "signed_in" ? Math.min(pause.probeFrom, pause.until) : pause.until;
    return from <= now ? { kind: "trial" } : { kind: "open", inMs: from - now, by: pause.by };
  }

  started(now: number): void {
    const pause = this.#pause;
    if (!pause || pause.until - now <= MIN_PROBE_INTERVAL_MS) return;
    this.#pause = { ...pause, probeFrom: now + probeInterval(pause.until - now) };
  }

  /**
   * Records the verdict of a query.
   * @param isTrial whether the query was a probe
   */
  completed(name: string, { status, reason, waitMs }: Verdict, now: number, isTrial: boolean): void {
    if (reason === "refused") this.#refusedName(name, now);
    else if (status === "throttled") this.#throttled(now, waitMs);
    else if (reason === "timeout" || reason === "unreachable") this.#timedOut(now, isTrial);
    else if (isTrial || this.#pause?.by !== "rate_limited" || now >= this.#pause.until) this.#answered();
  }

  #refusedName(name: string, now: number): void {
    for (const [known, at] of this.#refused) if (at <= now - REFUSED_NAMES_WINDOW_MS) this.#refused.delete(known);
    this.#refused.set(name, now);
    const isBlock = this.#refused.size >= REFUSED_NAMES_FOR_BLOCK;
    const length = isBlock ? BLOCK_PAUSE_MS : REFUSAL_PAUSE_MS;
    const probeFrom = isBlock ? now + probeInterval(length) : now;
    this.#open({ until: now + length, by: "refused", probeFrom });
  }

  #throttled(now: number, waitMs: number | undefined): void {
    // Throttling replies to queries that were already running when the circuit opened count only once.
    if (this.#pause?.by !== "rate_limited" || now >= this.#pause.until) this.#throttles++;
    if (waitMs !== undefined) {
      const until = now + Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, waitMs));
      this.#open({ until, by: "rate_limited", probeFrom: until });
      return;
    }
    const length = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#throttles - 1));
    this.#open({ until: now + length, by: "rate_limited", probeFrom: now + probeInterval(length) });
  }

  #timedOut(now: number, isTrial: boolean): void {
    this.#timeouts = [...this.#timeouts.filter((at) => at > now - TIMEOUT_WINDOW_MS), now];
    if (this.#timeouts.length < MAX_TIMEOUTS && !isTrial) return;
    this.#timeouts = [];
    this.#open({ until: now + FIRST_PAUSE_MS, by: "unreachable", probeFrom: now });
  }

  #answered(): void {
    this.#pause = null;
    this.#throttles = 0;
    this.#refused.clear();
    this.#timeouts = [];
  }

  /** Opens the circuit. This method never shortens a pause. */
  #open(pause: Pause): void {
    if (!this.#pause || pause.until > this.#pause.until) this.#pause = pause;
  }
}

function probeInterval(pauseMs: number): number {
  return Math.max(MIN_PROBE_INTERVAL_MS, Math.ceil(pauseMs / PROBES_PER_PAUSE));
}
