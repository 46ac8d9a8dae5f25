const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The date formats by time zone. They are cached because creating one takes as long as formatting several days. */
const formats = new Map<string, Intl.DateTimeFormat>();
/**
 * The day of the most recently requested minute, by time zone. It is cached because formatting a day takes as long as
 * reading a database row.
 */
const lastDays = new Map<string, { minute: number; day: string }>();

/**
 * Returns the provider's time zone as an IANA name, or UTC if it is not set.
 * @throws {Error} if the zone does not exist; the message has the setting's name
 */
export function timeZoneOf({ TIME_ZONE }: { TIME_ZONE?: string }): string {
  const timeZone = TIME_ZONE || "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    // expected: there is no time zone with that name
    throw new Error("TIME_ZONE is not an IANA name such as America/Toronto");
  }
  return timeZone;
}

/**
 * Returns the calendar day of a time in a time zone, as YYYY-MM-DD.
 * @param timeZone an IANA name, such as `America/Toronto`
 * @param instant the time in epoch milliseconds
 * @throws {RangeError} if the zone does not exist
 */
export function dayIn(timeZone: string, instant: number): string {
  // In every current time zone, days begin on whole minutes.
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

/** Returns the day that is some days later. Days are calendar days (YYYY-MM-DD) and do not depend on time zones. */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * DAY_MS);
}

/**
 * Returns the same day of a later month, or the last day of the month if that month is too short. One month after 31
 * January is 28 or 29 February.
 * @param date the intended day of the month, if the month of `day` is too short for it
 */
export function addMonths(day: string, count: number, date = dayOfMonth(day)): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** Returns the day of the month, from 1 to 31. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}

export function addYears(day: string, count: number): string {
  return addMonths(day, 12 * count);
}

/** Returns the number of days between two days. It is negative if the second day is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Formats epoch milliseconds as RFC 3339 in UTC with whole seconds. */
export function instantOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
