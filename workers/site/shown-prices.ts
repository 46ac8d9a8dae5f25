import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import type {
  DomainPricingAnswer,
  ExtensionPrices,
  Plan,
  Price,
  ProductLine,
} from "../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../shared/pages/formats.ts";
import type { Language } from "../../shared/platform/language.ts";
import type { Currency } from "../../shared/platform/money.ts";
import { domainTexts } from "./pages/domain-texts.ts";

/** The product lines, plans and domain prices in one currency and language. */
export interface ShownOffer {
  lines: ProductLine[];
  plans: Plan[];
  pricing: DomainPricingAnswer;
  currencies: Currency[];
}

/** The currency and language of amounts. */
export interface PriceFormat {
  currency: string;
  language: Language;
}

/** The lowest regular price of one or more plans, with its billing cycle. */
interface PriceFrom {
  amount: number;
  /** Whether the amount is per month; otherwise, it is for the whole cycle. */
  monthly: boolean;
  cycle: BillingCycle;
}

/** Returns the lowest price per month over all billing cycles of the plans, or the lowest amount if nothing recurs. */
export function priceFrom(plan: Plan, ...others: Plan[]): PriceFrom {
  const prices = [plan, ...others].flatMap((one) => one.prices);
  const all = prices.map(({ monthly_equivalent: month, amount, billing_cycle: cycle }) => ({
    amount: month ?? amount,
    monthly: month !== null,
    cycle,
  }));
  const monthly = all.filter((price) => price.monthly);
  const candidates = monthly.length > 0 ? monthly : all;
  return candidates.reduce((lowest, price) => (price.amount < lowest.amount ? price : lowest));
}

/** Returns the billing cycles of the plans, the shortest first. */
export function cyclesOf(plans: Plan[]): BillingCycle[] {
  const prices = plans.flatMap((plan) => plan.prices);
  const byLength = prices.sort((one, other) => (one.months ?? 0) - (other.months ?? 0));
  return [...new Set(byLength.map(({ billing_cycle }) => billing_cycle))];
}

/**
 * Returns a plan's price for a billing cycle, or its first price if it is not sold with that cycle.
 * @throws {Error} for a plan without prices
 */
export function priceFor({ id, prices }: Plan, cycle: BillingCycle | undefined): Price {
  const price = prices.find(({ billing_cycle }) => billing_cycle === cycle) ?? prices[0];
  if (!price) throw new Error(`plan ${id} has no price`);
  return price;
}

/** Formats the price of a domain operation. Zero is shown as a word. */
export function extensionPrice(amount: number, { currency, language }: PriceFormat): string {
  return amount === 0 ? domainTexts[language].free : formatMoney(amount, currency, language);
}

/** Splits the extensions into those that are shown immediately and those that are collapsed. */
export function displayed({ domains }: DomainPricingAnswer): { first: ExtensionPrices[]; others: ExtensionPrices[] } {
  return { first: domains.slice(0, SHOWN_FIRST), others: domains.slice(SHOWN_FIRST) };
}

const SHOWN_FIRST = 10;
