import { readFileSync } from "node:fs";
import { type Catalogue, type CataloguePlan, readCatalogue } from "../../scripts/catalogue/catalogue-file.ts";
import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import { CURRENCIES, type Currency, type MinorUnits } from "../../shared/platform/money.ts";

/** A plan of the demonstration, which has prices in every currency. */
export interface SeedPlan extends CataloguePlan {
  /** The price of one whole cycle, in minor units. */
  prices: Record<Currency, Partial<Record<BillingCycle, MinorUnits>>>;
}

export interface SeedExtension extends Omit<Catalogue["extensions"][number], "prices"> {
  /** One-year prices in minor units. */
  prices: Record<Currency, { register: MinorUnits; transfer: MinorUnits; renew: MinorUnits }>;
}

/** The demonstration's products. */
export const catalogue: Catalogue = readCatalogue(
  readFileSync(new URL("catalogue.yaml", import.meta.url), "utf8"),
  "dev/seed/catalogue.yaml",
);

export const productLines = catalogue.lines;
export const plans: SeedPlan[] = catalogue.plans.map((plan) => ({ ...plan, prices: inEvery(plan.prices) }));
export const extensions: SeedExtension[] = catalogue.extensions.map((of) => ({ ...of, prices: inEvery(of.prices) }));

function inEvery<Prices>(prices: Partial<Record<Currency, Prices>>): Record<Currency, Prices> {
  const missing = CURRENCIES.find((currency) => !prices[currency]);
  if (missing) throw new Error(`dev/seed/catalogue.yaml: something has no price in ${missing}`);
  return prices as Record<Currency, Prices>;
}
