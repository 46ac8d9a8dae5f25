import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { Currency, MinorUnits } from "../../../shared/platform/money.ts";
import { extensions, plans, type SeedExtension, type SeedPlan } from "../catalogue.ts";

/** @throws when the catalogue does not sell the plan */
export function planNamed(id: string): SeedPlan {
  const plan = plans.find((candidate) => candidate.id === id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
}

/**
 * What one billing cycle of a plan costs.
 * @throws when the catalogue does not sell it so
 */
export function planPrice(id: string, currency: Currency, cycle: BillingCycle): MinorUnits {
  const price = planNamed(id).prices[currency][cycle];
  if (price === undefined) throw new Error(`${id} is not sold ${cycle}`);
  return price;
}

/** The one-year prices of a name's extension; of `a.co.uk` those of `.co.uk`. */
export function domainPrices(name: string, currency: Currency): SeedExtension["prices"][Currency] {
  const extension = extensions
    .filter(({ tld }) => name.endsWith(tld))
    .toSorted((a, b) => b.tld.length - a.tld.length)[0];
  if (!extension) throw new Error(`the extension of ${name} is not sold`);
  return extension.prices[currency];
}
