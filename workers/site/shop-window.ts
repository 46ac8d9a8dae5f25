import type { Language } from "../../shared/language.ts";
import { formatMoney } from "../../shared/pages/formats.ts";
import type { DomainPricing, ExtensionPrice, Plan } from "./catalogue-answers.ts";

/** The lowest price per month over a plan's cycles; what is not billed by the month counts with its amount. */
export function priceFrom({ prices }: Plan): { amount: number; monthly: boolean } {
  const monthly = prices.flatMap(({ monthly_equivalent }) => monthly_equivalent ?? []);
  return monthly.length > 0
    ? { amount: Math.min(...monthly), monthly: true }
    : { amount: Math.min(...prices.map(({ amount }) => amount)), monthly: false };
}

/** What something costs for a name; what costs nothing is said in a word. */
export function extensionPrice(amount: number, currency: string, language: Language, free: string): string {
  return amount === 0 ? free : formatMoney(amount, currency, language);
}

/** The extensions that are shown at once, and the others. */
export function displayed({ domains }: DomainPricing): { first: ExtensionPrice[]; others: ExtensionPrice[] } {
  return { first: domains.slice(0, SHOWN_FIRST), others: domains.slice(SHOWN_FIRST) };
}

const SHOWN_FIRST = 10;
