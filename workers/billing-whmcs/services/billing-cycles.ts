import { BILLING_CYCLES, type BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";

/** The billing cycle of a service or an order's line; null for an unknown one. Ignores case, spaces and hyphens, in which versions differ. */
export function billingCycleOf(written: string): BillingCycle | null {
  const plain = written.toLowerCase().replace(/[ -]/g, "");
  if (plain === "freeaccount") return "free";
  return BILLING_CYCLES.find((cycle) => cycleParameter(cycle) === plain) ?? null;
}

/** The billing cycle as a parameter of an order. */
export function cycleParameter(cycle: BillingCycle): string {
  return cycle === "one_time" ? "onetime" : cycle;
}
