import { dayIn } from "./calendar.ts";

/** What the engine knows of time, once the demonstration's clock is read. */
export interface Moment {
  /** Epoch milliseconds. */
  at: number;
  /** The calendar day at the provider, YYYY-MM-DD. */
  today: string;
}

/** Tells the time at the provider. */
export class BillingClock {
  readonly #now: () => number;
  readonly #timeZone: string;

  /** @param timeZone an IANA name */
  constructor(now: () => number, timeZone: string) {
    this.#now = now;
    this.#timeZone = timeZone;
  }

  /** @param offsetMs how far the demonstration's clock is ahead, as {@link CLOCK_OFFSET} reads it */
  moment(offsetMs: number): Moment {
    const at = this.#now() + offsetMs;
    return { at, today: dayIn(this.#timeZone, at) };
  }

  async read(db: D1Database): Promise<Moment> {
    const offset = await db.prepare(`SELECT ${CLOCK_OFFSET} AS offset_ms`).first<number>("offset_ms");
    return this.moment(offset ?? 0);
  }
}

/** An SQL expression. */
export const CLOCK_OFFSET = "coalesce((SELECT offset_ms FROM demonstration_clock WHERE only_row = 1), 0)";
