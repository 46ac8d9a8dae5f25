const HOUR_MS = 3_600_000;

/**
 * The instant of a date and time of the server's clock, RFC 3339 in UTC. Of an hour that the clocks repeat, the first; a time that
 * they skip is read as if they had not been changed yet.
 * @param local `YYYY-MM-DD HH:MM:SS`
 * @param timeZone an IANA name
 */
export function instantOf(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local.replace(" ", "T")}Z`);
  // The offsets a day before and after, which no zone's distance from UTC reaches: where the clocks are changed in between, the
  // time before the change counts first.
  const before = wanted - offsetAt(wanted - 24 * HOUR_MS, timeZone);
  const after = wanted - offsetAt(wanted + 24 * HOUR_MS, timeZone);
  const isBefore = before + offsetAt(before, timeZone) === wanted;
  const isAfter = after + offsetAt(after, timeZone) === wanted;
  return `${new Date(isBefore || !isAfter ? before : after).toISOString().slice(0, 19)}Z`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn-hc-h23", {
      timeZone,
      ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    });
    formats.set(timeZone, format);
  }
  const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(
    ...([part.get("year"), (part.get("month") ?? 1) - 1, part.get("day")] as [number, number, number]),
    ...([part.get("hour"), part.get("minute"), part.get("second")] as [number, number, number]),
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}
