import { type BillingCycle, monthsOf } from "../../shared/billing-contract/billing-cycle.ts";
import { CURRENCIES, type Currency, type MinorUnits } from "../../shared/platform/money.ts";
import type { SeedPlan } from "./seed-types.ts";

/** The plans of one product line, the smallest first, with what they are compared by. */
interface PlanLine {
  line: string;
  usualCycle: BillingCycle;
  /** The cycles by which each plan is sold. */
  cycles: BillingCycle[];
  inEveryPlan: SeedPlan["specifications"];
  /** By specification id, a value for each plan in their order. */
  compared: Record<string, SeedPlan["specifications"][string][]>;
  plans: LinePlan[];
}

interface LinePlan extends Omit<SeedPlan, "line" | "usualCycle" | "prices" | "specifications"> {
  /** Prices for one month of each cycle, in their order. */
  perMonth: Record<Currency, MinorUnits[]>;
}

/** Each plan with its line, the prices of whole cycles and its column of the comparison. */
export function planLine({ line, usualCycle, cycles, inEveryPlan, compared, plans }: PlanLine): SeedPlan[] {
  return plans.map(({ perMonth, ...plan }, place) => {
    const pricesIn = (currency: Currency) =>
      Object.fromEntries(cycles.map((cycle, at) => [cycle, (monthsOf(cycle) ?? 1) * (perMonth[currency][at] ?? 0)]));
    const column = Object.entries(compared).map(([id, values]) => [id, values[place] ?? ""]);
    return {
      ...{ ...plan, line, usualCycle },
      prices: Object.fromEntries(CURRENCIES.map((currency) => [currency, pricesIn(currency)])) as SeedPlan["prices"],
      specifications: { ...inEveryPlan, ...Object.fromEntries(column) },
    };
  });
}
