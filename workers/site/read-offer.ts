import { type Currency, DEFAULT_CURRENCY } from "../../shared/platform/money.ts";
import { currencyOf, pageMaxAge, type SitePageRequest } from "./page-request.ts";
import type { ShownOffer } from "./shown-prices.ts";

/** The data for a shop page. `offer` is `null` if the catalogue does not respond. */
export interface ShopReading {
  offer: ShownOffer | null;
  currency: Currency;
  /** Number of seconds for which caches may keep a page with this data. */
  maxAge: number;
}

/**
 * Reads the offer in the currency of the URL. If that currency has no price list, reads the offer in the currency that
 * the catalogue chooses.
 */
export async function readOffer({ context, visit, requestId }: SitePageRequest): Promise<ShopReading> {
  const { catalogue } = context;
  const readIn = (currency: Currency | undefined) => {
    const question = { requestId, origin: visit.url.origin, language: visit.language, currency };
    return Promise.all([catalogue.indexIn(question), catalogue.plans(question), catalogue.domainPricing(question)]);
  };
  const wanted = currencyOf(visit);
  let [found, plans, pricing] = await readIn(wanted);
  if (found === "not_sold") [found, plans, pricing] = await readIn(undefined);
  const index = typeof found === "string" ? null : found;
  return {
    offer:
      index && plans && pricing
        ? {
            lines: index.value.product_lines,
            plans: plans.value.plans,
            pricing: pricing.value,
            currencies: index.value.currencies,
          }
        : null,
    currency: index?.value.currency ?? wanted ?? DEFAULT_CURRENCY,
    maxAge: pageMaxAge([index, plans, pricing]),
  };
}
