/** A product's billing cycle, as the API's parameters spell it. */
export type Cycle = "monthly" | "quarterly" | "semiannually" | "annually" | "biennially" | "triennially";

export const MONTHS: Readonly<Record<Cycle, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  biennially: 24,
  triennially: 36,
};

export const CYCLES = Object.keys(MONTHS) as Cycle[];

/** Returns the display form of a code, such as `Payment Pending` for `payment_pending`. */
export function inWords(code: string): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(" ");
}

/** Returns the form of a cycle that services use, such as `Semi-Annually`. */
export function cycleInWords(cycle: string): string {
  const others: Record<string, string> = { free: "Free Account", semiannually: "Semi-Annually" };
  return others[cycle] ?? inWords(cycle);
}

/**
 * Parses a cycle in any letter case, with or without a hyphen; `undefined` for any other text, such as that of a
 * one-time product.
 */
export function cycleNamed(text: string): Cycle | undefined {
  const name = text.toLowerCase().replace("-", "");
  return CYCLES.find((cycle) => cycle === name);
}
