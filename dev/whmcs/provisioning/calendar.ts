import { dayIn } from "../../../shared/platform/calendar.ts";

/** Today by the server's clock, YYYY-MM-DD. */
export function todayOf({ timeZone, now }: { timeZone: string; now: () => number }): string {
  return dayIn(timeZone, now());
}

export function instantOf({ now }: { now: () => number }): string {
  return new Date(now()).toISOString();
}
