import { dayIn } from "../../../../shared/platform/calendar.ts";

/** The time of a call. In a demonstration, its clock may be ahead. */
export interface Moment {
  /** Epoch milliseconds. */
  at: number;
  /** The calendar day in the provider's time zone, YYYY-MM-DD. */
  today: string;
}

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
    return { at, today: this.dayOf(at) };
  }

  /** The calendar day in the provider's time zone, YYYY-MM-DD. @param at epoch milliseconds */
  dayOf(at: number): string {
    return dayIn(this.#timeZone, at);
  }

  async read(db: D1Database): Promise<Moment> {
    const offset = await db.prepare(`SELECT ${CLOCK_OFFSET} AS offset_ms`).first<number>("offset_ms");
    return this.moment(offset ?? 0);
  }
}

/** An SQL expression: how far the demonstration's clock is ahead, in milliseconds. */
export const CLOCK_OFFSET = "coalesce((SELECT offset_ms FROM demonstration_clock WHERE only_row = 1), 0)";
