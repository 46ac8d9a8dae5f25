/** How often a service is billed, in the order the API lists them. */
export const BILLING_CYCLES = [
  "free",
  "one_time",
  "monthly",
  "quarterly",
  "semiannually",
  "annually",
  "biennially",
  "triennially",
] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

const MONTHS: Record<BillingCycle, number | null> = {
  free: null,
  one_time: null,
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  biennially: 24,
  triennially: 36,
};

/** The cycle's length in months; null for free and one-time. */
export function monthsOf(cycle: BillingCycle): number | null {
  return MONTHS[cycle];
}
