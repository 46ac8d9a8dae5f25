import { BILLING_CYCLES, type BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";

/**
 * Parses the billing cycle of a service or order line; `null` if it is unknown. It ignores case, spaces and hyphens,
 * which vary between versions of WHMCS.
 */
export function billingCycleOf(written: string): BillingCycle | null {
  const plain = written.toLowerCase().replace(/[ -]/g, "");
  if (plain === "freeaccount") return "free";
  return BILLING_CYCLES.find((cycle) => cycleParameter(cycle) === plain) ?? null;
}

/** Returns the billing cycle as WHMCS's order parameter. */
export function cycleParameter(cycle: BillingCycle): string {
  return cycle === "one_time" ? "onetime" : cycle;
}
