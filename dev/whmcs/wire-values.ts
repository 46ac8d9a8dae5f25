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

/** An instant to the second. */
export function instantText(instant: string): string {
  return instant.replace(/\.\d+Z$/, "Z");
}
