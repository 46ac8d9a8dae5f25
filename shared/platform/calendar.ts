/**
 * The calendar day that an instant falls on in a time zone, as YYYY-MM-DD.
 * @param timeZone an IANA name, such as `America/Toronto`
 * @throws {RangeError} for a zone that does not exist
 */
export function dayIn(timeZone: string, instant: number): string {
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}
