import type { Language } from "../platform/language.ts";

/** The locales of the formats. `en-GB` adds the country to every dollar and writes the day before the month. */
const LOCALES: Record<Language, string> = { en: "en-GB", fr: "fr" };

/**
 * Formats an amount in major units, such as `CA$14.99` or `14,99 $ CA`. Every currency has two decimals, because
 * amounts are billed in hundredths.
 * @param currency any ISO 4217 code
 */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const words = new Intl.NumberFormat(LOCALES[language], {
    ...{ style: "currency", currency },
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 2 },
  }).format(amount);
  // Intl writes `$CA` without the no-break space that Canadian French requires, and writes a hyphen as the minus sign.
  return (language === "fr" ? words.replace(/\$(?=[A-Z])/, "$\u00a0") : words).replace("-", "\u2212");
}

/** Formats a calendar date (YYYY-MM-DD), such as `3 November 2026` or `3 novembre 2026`. */
export function formatDate(date: string, language: Language): string {
  const words = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(date),
  );
  return language === "fr" ? withFirst(words) : words;
}

/** Formats the calendar day (UTC) of an RFC 3339 time, such as `3 November 2026`. */
export function formatDay(instant: string, language: Language): string {
  return formatDate(instant.slice(0, 10), language);
}

/**
 * Formats an RFC 3339 time to the minute, in UTC, such as `3 Nov 2026, 14:02` or `3 nov. 2026, 14 h 02`. With the long
 * `dateStyle`, the result is `3 November 2026 at 14:02` or `3 novembre 2026 à 14 h 02`.
 */
export function formatInstant(instant: string, language: Language, dateStyle: "medium" | "long" = "medium"): string {
  const form = { dateStyle, timeStyle: "short", timeZone: "UTC" } as const;
  const words = new Intl.DateTimeFormat(LOCALES[language], form).format(new Date(instant));
  return language === "fr" ? withFirst(words).replace(/(\d\d):(?=\d\d$)/, "$1\u00a0h\u00a0") : words;
}

/**
 * Formats an RFC 3339 time in a time zone, such as `3 November 2026 at 09:02 GMT-5` or
 * `3 novembre 2026 à 09 h 02 UTC−5`.
 */
export function formatZonedInstant(instant: string, language: Language, timeZone: string): string {
  const date = { day: "numeric", month: "long", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  const words = new Intl.DateTimeFormat(LOCALES[language], { ...date, ...time, timeZone }).format(new Date(instant));
  return language === "fr" ? withFirst(words).replace(/(\d\d):(?=\d\d )/, "$1\u00a0h\u00a0") : words;
}

/** Writes the first day of a French month as an ordinal, which Intl does not do. */
function withFirst(date: string): string {
  return date.replace(/^1 /, "1er ");
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Formats the distance between an RFC 3339 time and now, such as `now`, `12 minutes ago` or `in 2 hours`.
 * @param now epoch milliseconds
 */
export function formatAgo(instant: string, now: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "auto" });
  const at = Date.parse(instant);
  const distance = Math.abs(at - now);
  if (distance < MINUTE_MS) return words.format(0, "second");
  if (distance < HOUR_MS) return words.format(Math.trunc((at - now) / MINUTE_MS), "minute");
  if (distance < DAY_MS) return words.format(Math.trunc((at - now) / HOUR_MS), "hour");
  const days = Math.floor(at / DAY_MS) - Math.floor(now / DAY_MS);
  return Math.abs(days) < 60 ? words.format(days, "day") : words.format(Math.trunc(days / 30.4), "month");
}

/** Formats a wait, rounded up, such as `in 12 minutes`, `dans 40 secondes` or `in 18 hours`. */
export function formatWait(seconds: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "always" });
  if (seconds <= 90) return words.format(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? words.format(minutes, "minute") : words.format(Math.ceil(minutes / 60), "hour");
}

export function formatList(items: string[], language: Language): string {
  return new Intl.ListFormat(LOCALES[language]).format(items);
}
