const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Formats by time zone. Creating one takes as long as formatting several days. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** The day of the last requested minute, by time zone. Formatting takes as long as reading a row. */
const lastDays = new Map<string, { minute: number; day: string }>();

/** The provider's time zone, an IANA name; UTC if it is not set. @throws {Error} naming the setting if there is no such zone */
export function timeZoneOf({ TIME_ZONE }: { TIME_ZONE?: string }): string {
  const timeZone = TIME_ZONE || "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    // expected: there is no zone of that name.
    throw new Error("TIME_ZONE is not an IANA name such as America/Toronto");
  }
  return timeZone;
}

/**
 * The calendar day of an instant in a time zone, as YYYY-MM-DD.
 * @param timeZone an IANA name, such as `America/Toronto`
 * @throws {RangeError} if the zone does not exist
 */
export function dayIn(timeZone: string, instant: number): string {
  // Days begin on whole minutes.
  const minute = Math.floor(instant / MINUTE_MS);
  const last = lastDays.get(timeZone);
  if (last?.minute === minute) return last.day;
  const day = formattedDay(timeZone, instant);
  lastDays.set(timeZone, { minute, day });
  return day;
}

function formattedDay(timeZone: string, instant: number): string {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", { timeZone, ...parts });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

/** Returns a later day. Days are calendar days as YYYY-MM-DD, independent of time zones. */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * DAY_MS);
}

/**
 * Returns the same day of a later month, or the last day of a shorter month (31 January + 1 month is 28 or 29
 * February).
 * @param date the intended day of the month, if the month of `day` is too short for it
 */
export function addMonths(day: string, count: number, date = dayOfMonth(day)): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** The day of the month, 1 to 31. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}

export function addYears(day: string, count: number): string {
  return addMonths(day, 12 * count);
}

/** The days between two days. Negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** RFC 3339 in UTC with whole seconds. */
export function instantOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
