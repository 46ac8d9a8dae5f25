import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import type { DomainPricingAnswer, ExtensionPrices, Plan } from "../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../shared/pages/formats.ts";
import type { Language } from "../../shared/platform/language.ts";

/** A plan's lowest regular price, with the cycle that it is paid by. */
interface PriceFrom {
  amount: number;
  /** The amount is a month of the cycle; else the whole amount. */
  monthly: boolean;
  cycle: BillingCycle;
}

/** The lowest price per month over a plan's cycles; what is not billed by the month counts with its amount. */
export function priceFrom({ prices }: Plan): PriceFrom {
  const all = prices.map(({ monthly_equivalent: month, amount, billing_cycle: cycle }) => ({
    amount: month ?? amount,
    monthly: month !== null,
    cycle,
  }));
  const monthly = all.filter((price) => price.monthly);
  const candidates = monthly.length > 0 ? monthly : all;
  return candidates.reduce((lowest, price) => (price.amount < lowest.amount ? price : lowest));
}

/** What something costs for a name; what costs nothing is said in a word. */
export function extensionPrice(amount: number, currency: string, language: Language, free: string): string {
  return amount === 0 ? free : formatMoney(amount, currency, language);
}

/** The extensions that are shown at once, and the others. */
export function displayed({ domains }: DomainPricingAnswer): { first: ExtensionPrices[]; others: ExtensionPrices[] } {
  return { first: domains.slice(0, SHOWN_FIRST), others: domains.slice(SHOWN_FIRST) };
}

const SHOWN_FIRST = 10;
