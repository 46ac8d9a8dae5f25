import type { MinorUnits } from "../../shared/platform/money.ts";

/** Returns an amount as decimal text, such as `14.99`. */
export function decimal(amount: MinorUnits): string {
  return (amount / 100).toFixed(2);
}

/** Returns a day, or `0000-00-00` if there is none. */
export function dateText(day: string | null): string {
  return day ?? "0000-00-00";
}

/** Returns a timestamp without fractions of a second. */
export function instantText(instant: string): string {
  return instant.replace(/\.\d+Z$/, "Z");
}
