import type { Reason, Verdict } from "../../shared/domain-names/verdict.ts";
import { CircuitBreaker, type Pause } from "./circuit-breaker.ts";
import { DayCount, type DaySlot } from "./day-count.ts";
import type { CallerClass } from "./registry-port.ts";
import { ReservedTokens } from "./reserved-tokens.ts";
import type { Rate } from "./source-types.ts";

/** A permit for one query. End it with {@link HostThrottle.completed} or {@link HostThrottle.release}. */
export interface Permit {
  caller: CallerClass;
  /** Whether the query is a probe while the circuit breaker is open or half-open. */
  isTrial: boolean;
}

/** The time at which a caller may query next. `inMs` is `null` if the time depends on a running query. */
export type ThrottleSlot = { kind: "now"; permit: Permit } | { kind: "later"; inMs: number | null; reason: Reason };

/**
 * The limits of one registry host: token bucket, daily limit, concurrency limit and circuit breaker. About half of each
 * of the first three is reserved for signed-in callers. The class performs no I/O, and the caller passes the time.
 */
export class HostThrottle {
  readonly #tokens: ReservedTokens;
  readonly #breaker: CircuitBreaker;
  readonly #day: DayCount;
  readonly #running: Record<CallerClass, number> = { signed_in: 0, anonymous: 0 };

  /**
   * @param pause the stored pause of the circuit breaker
   * @param day the stored counts of the daily limit
   */
  constructor(rate: Rate, now: number, pause?: Pause, day?: DaySlot[]) {
    this.#tokens = new ReservedTokens(rate, now);
    this.#breaker = new CircuitBreaker(pause);
    this.#day = new DayCount(day);
  }

  /** Sets the host's rate, which applies from the next query. */
  set rate(rate: Rate) {
    this.#tokens.rate = rate;
  }

  /** The circuit breaker's last pause; `null` once a reply has ended it. */
  get pause(): Pause | null {
    return this.#breaker.pause;
  }

  /** The query counts of the last day. */
  get day(): DaySlot[] {
    return this.#day.slots;
  }

  get hasDailyRate(): boolean {
    return this.#tokens.rate.perDay !== undefined;
  }

  /** Acquires a permit if the limits allow a query now. */
  tryAcquire(caller: CallerClass, now: number): ThrottleSlot {
    const wait = this.waitFor(caller, 0, now);
    if (wait.inMs > 0) return { kind: "later", ...wait };
    const isTrial = this.#breaker.stateFor(caller, now).kind === "trial";
    if (this.#isFull(caller, isTrial)) return { kind: "later", inMs: null, reason: "budget" };
    this.#tokens.take(caller, now);
    this.#day.add(caller, now);
    this.#running[caller]++;
    this.#breaker.started(now);
    return { kind: "now", permit: { caller, isTrial } };
  }

  /**
   * Returns how long a caller must wait behind `ahead` other callers of its class, and why. Running queries are
   * ignored.
   * @param isShared whether anonymous callers are waiting too
   */
  waitFor(caller: CallerClass, ahead: number, now: number, isShared = false): { inMs: number; reason: Reason } {
    const { perDay } = this.#tokens.rate;
    const state = this.#breaker.stateFor(caller, now);
    if (state.kind === "open") return { inMs: state.inMs, reason: state.by };
    const ofDayMs = perDay === undefined ? 0 : this.#day.waitMs(caller, perDay, now);
    return { inMs: Math.max(this.#tokens.waitMs(caller, ahead, now, isShared), ofDayMs), reason: "budget" };
  }

  /** Releases an unused permit. */
  release({ caller }: Permit, now: number): void {
    this.#running[caller]--;
    this.#tokens.giveBack(caller);
    this.#day.add(caller, now, -1);
  }

  /**
   * Records the verdict of a query.
   * @param verdict `null` if the query timed out after a deadline too short to blame the host
   */
  completed({ caller, isTrial }: Permit, name: string, verdict: Verdict | null, now: number): void {
    this.#running[caller]--;
    if (verdict) this.#breaker.completed(name, verdict, now, isTrial);
  }

  /**
   * Returns whether the concurrency limit is reached. Anonymous callers never use all of it. While a host is probed,
   * each class has one query at a time.
   */
  #isFull(caller: CallerClass, isTrial: boolean): boolean {
    const running = this.#running[caller];
    if (isTrial) return running >= 1;
    const { concurrency } = this.#tokens.rate;
    const anonymous = Math.max(1, Math.floor(concurrency / 2));
    const all = anonymous + Math.max(1, Math.ceil(concurrency / 2));
    if (caller === "anonymous" && running >= anonymous) return true;
    return this.#running.signed_in + this.#running.anonymous >= all;
  }
}
