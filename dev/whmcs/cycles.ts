/** A product's billing cycle, in the form of the API's parameters. */
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

/** The display form of `payment_pending`: `Payment Pending`. */
export function inWords(code: string): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(" ");
}

/** The form in services: `Semi-Annually`. */
export function cycleInWords(cycle: string): string {
  const others: Record<string, string> = { free: "Free Account", semiannually: "Semi-Annually" };
  return others[cycle] ?? inWords(cycle);
}

/** Parses any letter case, with or without a hyphen; undefined for a one-time product. */
export function cycleNamed(text: string): Cycle | undefined {
  const name = text.toLowerCase().replace("-", "");
  return CYCLES.find((cycle) => cycle === name);
}
