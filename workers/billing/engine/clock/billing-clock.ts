/** The time of a call, with the demonstration's clock taken into account. */
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
    return { at, today: dayIn(this.#timeZone, at) };
  }

  async read(db: D1Database): Promise<Moment> {
    const offset = await db.prepare(`SELECT ${CLOCK_OFFSET} AS offset_ms`).first<number>("offset_ms");
    return this.moment(offset ?? 0);
  }
}

/** An SQL expression: how far the demonstration's clock is ahead, in milliseconds. */
export const CLOCK_OFFSET = "coalesce((SELECT offset_ms FROM demonstration_clock WHERE only_row = 1), 0)";

/**
 * The calendar day that an instant falls on in a time zone, as YYYY-MM-DD.
 * @param timeZone an IANA name, such as `America/Toronto`
 * @throws {RangeError} for a zone that does not exist
 */
function dayIn(timeZone: string, instant: number): string {
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}
