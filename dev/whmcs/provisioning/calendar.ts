import { dayIn } from "../../../shared/platform/calendar.ts";

const DAY_MS = 86_400_000;

/** Today by the server's clock. Days are YYYY-MM-DD. */
export function todayOf({ timeZone, now }: { timeZone: string; now: () => number }): string {
  return dayIn(timeZone, now());
}

export function instantOf({ now }: { now: () => number }): string {
  return new Date(now()).toISOString();
}

export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The last day of a month that is shorter. */
export function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Negative where the second one is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
