import type { Reason, Verdict } from "../../shared/domain-names/verdict.ts";
import { CircuitBreaker, type Pause } from "./circuit-breaker.ts";
import { DayCount, type DaySlot } from "./day-count.ts";
import type { CallerClass } from "./registry-port.ts";
import { ReservedTokens } from "./reserved-tokens.ts";
import type { Rate } from "./sources.ts";

/** Leave to ask once; given back by {@link HostThrottle.completed} or {@link HostThrottle.release}. */
export interface Permit {
  caller: CallerClass;
  /** It tries a host that is left alone. */
  isTrial: boolean;
}

/** When a caller may ask next: `inMs` is null where that hangs on a question that is on its way. */
export type ThrottleSlot = { kind: "now"; permit: Permit } | { kind: "later"; inMs: number | null; reason: Reason };

/** What outlives the object that holds it. */
export interface HostThrottleState {
  pause: Pause | null;
  day: DaySlot[];
}

/**
 * How one registry host is treated: its rate by the minute and by the day, a bound on questions at the same time, and a
 * circuit breaker. Half of everything is kept for signed-in callers. Pure; the clock is the caller's.
 */
export class HostThrottle {
  readonly #tokens: ReservedTokens;
  readonly #breaker: CircuitBreaker;
  readonly #day: DayCount;
  readonly #running: Record<CallerClass, number> = { signed_in: 0, anonymous: 0 };

  constructor(rate: Rate, now: number, { pause, day }: HostThrottleState = { pause: null, day: [] }) {
    this.#tokens = new ReservedTokens(rate, now);
    this.#breaker = new CircuitBreaker(pause);
    this.#day = new DayCount(day);
  }

  /** The rate to keep; an operator's new one takes effect with the next question. */
  set rate(rate: Rate) {
    this.#tokens.rate = rate;
  }

  /** The last pause, until an answer ended it. */
  get pause(): Pause | null {
    return this.#breaker.pause;
  }

  /** The questions of the last day. */
  get day(): DaySlot[] {
    return this.#day.slots;
  }

  get hasDailyRate(): boolean {
    return this.#tokens.rate.perDay !== undefined;
  }

  /** Whether a caller's question may leave now; `now` takes the leave. */
  tryAcquire(caller: CallerClass, now: number): ThrottleSlot {
    const wait = this.#waitOf(caller, 0, now);
    if (wait) return { kind: "later", ...wait };
    const isTrial = this.#breaker.stateFor(caller, now).kind === "trial";
    if (this.#isFull(caller, isTrial)) return { kind: "later", inMs: null, reason: "budget" };
    this.#tokens.take(caller, now);
    this.#day.add(caller, now);
    this.#running[caller]++;
    this.#breaker.started(now);
    return { kind: "now", permit: { caller, isTrial } };
  }

  /**
   * For how long, and why, a caller with so many of its class before it has to wait; what is on its way is not foreseen.
   * @param isShared callers of the other class wait, too
   */
  waitFor(caller: CallerClass, ahead: number, now: number, isShared = false): { inMs: number; reason: Reason } {
    return this.#waitOf(caller, ahead, now, isShared) ?? { inMs: 0, reason: "budget" };
  }

  /** Leave that was not used. */
  release({ caller }: Permit, now: number): void {
    this.#running[caller]--;
    this.#tokens.giveBack(caller);
    this.#day.add(caller, now, -1);
  }

  /**
   * A question ended with this verdict; null: it had too little time for its silence to say anything of the host.
   * @param retryAfterMs what the host itself asked for, where it did
   */
  completed(
    { caller, isTrial }: Permit,
    name: string,
    verdict: Verdict | null,
    now: number,
    retryAfterMs?: number,
  ): void {
    this.#running[caller]--;
    if (verdict) this.#breaker.completed(name, verdict, now, isTrial, retryAfterMs);
  }

  #waitOf(caller: CallerClass, ahead: number, now: number, isShared = false): { inMs: number; reason: Reason } | null {
    const { perDay } = this.#tokens.rate;
    const state = this.#breaker.stateFor(caller, now);
    if (state.kind === "open") return { inMs: state.inMs, reason: state.by };
    const inMs = Math.max(
      this.#tokens.waitMs(caller, ahead, now, isShared),
      perDay === undefined ? 0 : this.#day.waitMs(caller, perDay, now),
    );
    return inMs > 0 ? { inMs, reason: "budget" } : null;
  }

  /** Anonymous callers never hold all places; a host that is tried is asked one question by each class at a time. */
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
