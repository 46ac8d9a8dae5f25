import type { MinorUnits } from "../../shared/platform/money.ts";
import type { WhmcsCurrency } from "./state.ts";

/** An amount as decimal text: `14.99`. */
export function decimal(amount: MinorUnits): string {
  return (amount / 100).toFixed(2);
}

/** An amount as people are shown it: `$1,208.67 CAD`. */
export function formatted(amount: MinorUnits, { prefix, suffix, format }: WhmcsCurrency): string {
  const [units = "", decimals = ""] = decimal(Math.abs(amount)).split(".");
  const grouped = (mark: string) => units.replace(/\B(?=(?:\d{3})+$)/g, mark);
  const number = {
    1: `${units}.${decimals}`,
    2: `${grouped(",")}.${decimals}`,
    3: `${grouped(".")},${decimals}`,
    4: grouped(","),
  };
  return `${prefix}${amount < 0 ? "-" : ""}${number[format]}${suffix}`;
}

/** A day, or the date of zeros. */
export function dateText(day: string | null): string {
  return day ?? "0000-00-00";
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once for a zone: making one takes longer than all else of an answer. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn-hc-h23", {
    timeZone,
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  });
  formats.set(timeZone, format);
  return format;
}

/** An instant by the server's clock, `YYYY-MM-DD HH:MM:SS`, or the time of zeros. */
export function timeText(instant: string | null, timeZone: string): string {
  if (instant === null) return "0000-00-00 00:00:00";
  const format = formatIn(timeZone);
  const part = new Map(format.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]));
  const date = `${part.get("year")}-${part.get("month")}-${part.get("day")}`;
  return `${date} ${part.get("hour")}:${part.get("minute")}:${part.get("second")}`;
}
