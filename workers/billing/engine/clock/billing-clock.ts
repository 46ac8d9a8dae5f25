import { dayIn } from "../../../../shared/platform/calendar.ts";

/** The current time and day of a call. A demonstration's clock may be ahead. */
export interface Moment {
  /** The time in epoch milliseconds. */
  at: number;
  /** The calendar day in the provider's time zone, as YYYY-MM-DD. */
  today: string;
}

export class BillingClock {
  readonly #now: () => number;
  readonly #timeZone: string;

  /** @param timeZone an IANA time zone name */
  constructor(now: () => number, timeZone: string) {
    this.#now = now;
    this.#timeZone = timeZone;
  }

  /** @param offsetMs how far the demonstration's clock is ahead, from {@link CLOCK_OFFSET} */
  moment(offsetMs: number): Moment {
    const at = this.#now() + offsetMs;
    return { at, today: this.dayOf(at) };
  }

  /**
   * Returns the calendar day in the provider's time zone, as YYYY-MM-DD.
   * @param at the time, in epoch milliseconds
   */
  dayOf(at: number): string {
    return dayIn(this.#timeZone, at);
  }

  async read(db: D1Database): Promise<Moment> {
    const offset = await db.prepare(`SELECT ${CLOCK_OFFSET} AS offset_ms`).first<number>("offset_ms");
    return this.moment(offset ?? 0);
  }
}

/** SQL: how far the demonstration's clock is ahead, in milliseconds. */
export const CLOCK_OFFSET = "coalesce((SELECT offset_ms FROM demonstration_clock WHERE only_row = 1), 0)";
