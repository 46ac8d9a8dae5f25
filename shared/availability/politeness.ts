import type { Rate } from "./sources.ts";
import type { Verdict } from "./verdict.ts";

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 900_000;
const SHORTEST_PAUSE_MS = 5_000;
const PAUSE_AFTER_BLOCK_MS = 3_600_000;
const SILENCES_IN_A_ROW = 3;
const SILENCE_WINDOW_MS = 60_000;

/** Until when a host is left alone, in epoch milliseconds, and why. */
export interface Pause {
  until: number;
  by: "rate_limited" | "unreachable";
}

/** When a host may be asked next. */
export type Turn = { kind: "now" } | { kind: "later"; inMs: number } | { kind: "closed"; reason: Pause["by"] };

/**
 * How one registry host is treated: a token bucket at its rate, a bound on questions at the same time, and a breaker that
 * leaves it alone after it refused (longer each time) or fell silent. After a pause one question tries it. Pure; the clock
 * is the caller's.
 */
export class Politeness {
  /** The rate to keep; an operator's new one takes effect with the next question. */
  rate: Rate;
  #tokens: number;
  #filledAt: number;
  #running = 0;
  #pause: Pause | null;
  #refusals = 0;
  #silences: number[] = [];

  /** @param pause one from before */
  constructor(rate: Rate, now: number, pause: Pause | null = null) {
    this.rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = now;
    this.#pause = pause;
  }

  /** The last pause, until an answer ended it. */
  get pause(): Pause | null {
    return this.#pause;
  }

  /**
   * Whether a question may leave now; `now` takes the turn, and {@link ended} or {@link returned} gives it back.
   * @param probes the question only finds out whether a silent host is back: it does not wait for the end of the pause
   */
  turn(now: number, probes = false): Turn {
    const pause = this.#pause;
    if (pause && now < pause.until && !(probes && pause.by === "unreachable"))
      return { kind: "closed", reason: pause.by };
    this.#fill(now);
    if (this.#running >= (pause ? 1 : this.rate.concurrency)) return { kind: "later", inMs: 50 };
    if (this.#tokens < 1)
      return { kind: "later", inMs: Math.ceil(((1 - this.#tokens) * 60_000) / this.rate.perMinute) };
    this.#tokens--;
    this.#running++;
    return { kind: "now" };
  }

  /** A turn that was not used. */
  returned(): void {
    this.#running--;
    this.#tokens++;
  }

  /** A question ended with this verdict. `retryAfterMs` is what the host itself asked for, where it did. */
  ended({ status, reason }: Verdict, now: number, retryAfterMs?: number): void {
    this.#running--;
    if (status === "throttled" || reason === "refused") {
      this.#close({ until: now + this.#refusalPause(reason, now, retryAfterMs), by: "rate_limited" });
    } else if (reason === "timeout" || reason === "unreachable") {
      this.#silences = [...this.#silences.filter((at) => at > now - SILENCE_WINDOW_MS), now];
      if (this.#silences.length < SILENCES_IN_A_ROW && !this.#pause) return;
      this.#silences = [];
      this.#close({ until: now + FIRST_PAUSE_MS, by: "unreachable" });
    } else if (!this.#pause || now >= this.#pause.until || this.#pause.by === "unreachable") {
      this.#refusals = 0;
      this.#silences = [];
      this.#pause = null;
    }
  }

  #refusalPause(reason: string, now: number, retryAfterMs: number | undefined): number {
    // Answers to questions that were on their way when it closed are one refusal with the first.
    if (!this.#pause || now >= this.#pause.until) this.#refusals++;
    if (reason === "refused") return PAUSE_AFTER_BLOCK_MS;
    if (retryAfterMs !== undefined) return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, retryAfterMs));
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#refusals - 1));
  }

  /** A pause is never made shorter. */
  #close(pause: Pause): void {
    if (!this.#pause || pause.until > this.#pause.until) this.#pause = pause;
  }

  #fill(now: number): void {
    const gained = ((now - this.#filledAt) / 60_000) * this.rate.perMinute;
    this.#tokens = Math.min(this.rate.burst, this.#tokens + Math.max(0, gained));
    this.#filledAt = now;
  }
}
