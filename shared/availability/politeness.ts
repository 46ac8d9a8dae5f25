import type { Rate } from "./sources.ts";
import type { Verdict } from "./verdict.ts";

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 900_000;
const PAUSE_AFTER_BLOCK_MS = 3_600_000;
const SILENCES_IN_A_ROW = 3;
const SILENCE_WINDOW_MS = 60_000;

/** When a host may be asked next. */
export type Turn =
  | { kind: "now" }
  | { kind: "later"; inMs: number }
  | { kind: "closed"; reason: "rate_limited" | "unreachable" };

/**
 * How one registry host is treated: a token bucket at its rate, a bound on questions at the same time, and a breaker that
 * leaves it alone after it refused (longer each time) or fell silent. Pure; the clock is the caller's.
 */
export class Politeness {
  readonly #rate: Rate;
  #tokens: number;
  #filledAt: number;
  #running = 0;
  #closedUntil: number;
  #closedBy: "rate_limited" | "unreachable" = "rate_limited";
  #refusals = 0;
  #silences: number[] = [];

  /** @param closedUntil a pause from before, in epoch milliseconds */
  constructor(rate: Rate, now: number, closedUntil = 0) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = now;
    this.#closedUntil = closedUntil;
  }

  /** Until when the host is left alone, in epoch milliseconds; 0 when it is not. */
  get closedUntil(): number {
    return this.#closedUntil;
  }

  /** Whether a question may leave now; `now` takes the turn, and {@link ended} gives it back. */
  turn(now: number): Turn {
    if (now < this.#closedUntil) return { kind: "closed", reason: this.#closedBy };
    this.#fill(now);
    if (this.#running >= this.#rate.concurrency) return { kind: "later", inMs: 50 };
    if (this.#tokens < 1)
      return { kind: "later", inMs: Math.ceil(((1 - this.#tokens) * 60_000) / this.#rate.perMinute) };
    this.#tokens--;
    this.#running++;
    return { kind: "now" };
  }

  /** A question ended with this verdict. `retryAfterMs` is what the host itself asked for, where it did. */
  ended(verdict: Verdict, now: number, retryAfterMs?: number): void {
    this.#running--;
    if (verdict.status === "throttled") {
      this.#refusals++;
      const doubled = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#refusals - 1));
      const asked = retryAfterMs === undefined ? doubled : Math.min(LONGEST_PAUSE_MS, Math.max(5_000, retryAfterMs));
      this.#close(now + (verdict.reason === "refused" ? PAUSE_AFTER_BLOCK_MS : asked), "rate_limited");
    } else if (verdict.reason === "timeout" || verdict.reason === "unreachable") {
      this.#silences = [...this.#silences.filter((at) => at > now - SILENCE_WINDOW_MS), now];
      if (this.#silences.length >= SILENCES_IN_A_ROW) {
        this.#silences = [];
        this.#close(now + FIRST_PAUSE_MS, "unreachable");
      }
    } else {
      this.#refusals = 0;
      this.#silences = [];
    }
  }

  #close(until: number, reason: "rate_limited" | "unreachable"): void {
    this.#closedUntil = until;
    this.#closedBy = reason;
  }

  #fill(now: number): void {
    const gained = ((now - this.#filledAt) / 60_000) * this.#rate.perMinute;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + Math.max(0, gained));
    this.#filledAt = now;
  }
}
