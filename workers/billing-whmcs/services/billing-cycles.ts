import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";

/** Without case, spaces and hyphens, in which versions differ. */
const CYCLES = new Map<string, BillingCycle>([
  ["freeaccount", "free"],
  ["free", "free"],
  ["onetime", "one_time"],
  ["monthly", "monthly"],
  ["quarterly", "quarterly"],
  ["semiannually", "semiannually"],
  ["annually", "annually"],
  ["biennially", "biennially"],
  ["triennially", "triennially"],
]);

/** The billing cycle of a service or an order's line; null for one that is not known. */
export function billingCycleOf(written: string): BillingCycle | null {
  return CYCLES.get(written.toLowerCase().replace(/[ -]/g, "")) ?? null;
}

/** The billing cycle as a parameter of an order. */
export function cycleParameter(cycle: BillingCycle): string {
  switch (cycle) {
    case "free":
      return "free";
    case "one_time":
      return "onetime";
    case "monthly":
    case "quarterly":
    case "semiannually":
    case "annually":
    case "biennially":
    case "triennially":
      return cycle;
  }
}
