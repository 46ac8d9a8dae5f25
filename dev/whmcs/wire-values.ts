import type { MinorUnits } from "../../shared/platform/money.ts";

/** An amount as decimal text: `14.99`. */
export function decimal(amount: MinorUnits): string {
  return (amount / 100).toFixed(2);
}

/** A day, or the date of zeros. */
export function dateText(day: string | null): string {
  return day ?? "0000-00-00";
}

/** An instant to the second. */
export function instantText(instant: string): string {
  return instant.replace(/\.\d+Z$/, "Z");
}
