/** The length of each billing cycle in months, in the order in which the API lists the cycles. */
const MONTHS = {
  free: null,
  one_time: null,
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  biennially: 24,
  triennially: 36,
};
export type BillingCycle = keyof typeof MONTHS;
export const BILLING_CYCLES = Object.keys(MONTHS) as BillingCycle[];

/** Returns a cycle's length in months, or `null` for `free` and `one_time`. */
export function monthsOf(cycle: BillingCycle): number | null {
  return MONTHS[cycle];
}
