/** The currencies of price lists (ISO 4217). The price lists are independent, and no price is converted. */
export const CURRENCIES = ["CAD", "EUR", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The default currency, if it has a price list. */
export const DEFAULT_CURRENCY: Currency = "USD";

/** The currency of an account, which can be any ISO 4217 code. For every currency, the minor unit is one hundredth. */
export type AccountCurrency = string;

/**
 * An amount in the currency's minor unit (cents). It is always an integer, because internal amounts are never floats.
 */
export type MinorUnits = number;

/** Converts an amount to major units, as the API shows it, with at most two decimals (`1499` → `14.99`). */
export function toMajorUnits(amount: MinorUnits): number {
  return amount / 100;
}

/**
 * Returns `amount × numerator ÷ denominator`, rounded half up. The result is exact for integers if the amount is not
 * negative.
 */
export function scaleHalfUp(amount: MinorUnits, numerator: number, denominator: number): MinorUnits {
  return Math.floor((2 * amount * numerator + denominator) / (2 * denominator));
}
