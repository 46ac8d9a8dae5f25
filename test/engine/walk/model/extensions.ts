import type { Currency } from "../../../../shared/platform/money.ts";
import { daysAfter } from "./calendar.ts";

/** A registry's terms, from docs/build/extensions.md. The grace period begins at expiry; redemption follows it. */
export interface ExtensionTerms {
  years: number[];
  grace: number;
  redemption: number;
  hasCode: boolean;
}

const TO_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** One extension for each kind of registry terms. */
export const EXTENSIONS: Record<string, ExtensionTerms> = {
  ".com": { years: TO_TEN, grace: 45, redemption: 30, hasCode: true },
  ".xyz": { years: TO_TEN, grace: 5, redemption: 30, hasCode: true },
  ".de": { years: [1], grace: 0, redemption: 30, hasCode: true },
  ".at": { years: [1], grace: 0, redemption: 60, hasCode: true },
  ".co.uk": { years: TO_TEN, grace: 30, redemption: 60, hasCode: false },
  ".ai": { years: [2, 4, 6, 8, 10], grace: 45, redemption: 30, hasCode: true },
};

/** Prices in cents: for one year of registration or renewal, and for a whole transfer. */
export const FIRST_PRICES: Record<string, Record<Currency, [register: number, transfer: number, renew: number]>> = {
  ".com": { CAD: [1899, 1799, 2068], EUR: [1299, 1249, 1399], USD: [1399, 1299, 1499] },
  ".xyz": { CAD: [333, 1555, 1777], EUR: [199, 999, 1299], USD: [299, 1099, 1399] },
  ".de": { CAD: [1251, 1251, 1333], EUR: [799, 799, 849], USD: [899, 899, 949] },
  ".at": { CAD: [2799, 2799, 2899], EUR: [1799, 1799, 1850], USD: [1999, 1999, 2099] },
  ".co.uk": { CAD: [1099, 0, 1199], EUR: [749, 0, 801], USD: [849, 0, 899] },
  ".ai": { CAD: [10999, 21998, 10999], EUR: [7333, 14666, 7333], USD: [7999, 15998, 7999] },
};

export function tldOf(name: string): string {
  return name.slice(name.indexOf("."));
}

export function termsOf(name: string): ExtensionTerms {
  const terms = EXTENSIONS[tldOf(name)];
  if (!terms) throw new Error(`${name} has no extension of the walk`);
  return terms;
}

/** Returns the phase that a registration with this expiry date is in. */
export function phaseOf(name: string, expiresOn: string, today: string): "active" | "grace" | "redemption" | "expired" {
  const { grace, redemption } = termsOf(name);
  if (today <= expiresOn) return "active";
  if (today <= daysAfter(expiresOn, grace)) return "grace";
  return today <= daysAfter(expiresOn, grace + redemption) ? "redemption" : "expired";
}
