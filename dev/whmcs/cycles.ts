/** How often a product is billed, as the API's parameters have it. */
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

/** `payment_pending` as it is written: `Payment Pending`. */
export function inWords(code: string): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(" ");
}

/** As a service has it: `Semi-Annually`. */
export function cycleInWords(cycle: string): string {
  const others: Record<string, string> = { free: "Free Account", semiannually: "Semi-Annually" };
  return others[cycle] ?? inWords(cycle);
}

/** In any letter case, with or without a hyphen; undefined for what is not billed again. */
export function cycleNamed(text: string): Cycle | undefined {
  const name = text.toLowerCase().replace("-", "");
  return CYCLES.find((cycle) => cycle === name);
}
