/** The currencies of price lists (ISO 4217). Each list is independent; nothing is converted. */
export const CURRENCIES = ["CAD", "EUR", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The default currency, if it has a price list. */
export const DEFAULT_CURRENCY: Currency = "USD";

/** The currency of an account: any ISO 4217 code. Every currency uses hundredths as its minor unit. */
export type AccountCurrency = string;

/** An amount in the currency's minor unit (cents). Always an integer: internal amounts are never floats. */
export type MinorUnits = number;

/** Returns the amount in the API's form: major units, at most two decimals (`1499` → `14.99`). */
export function toMajorUnits(amount: MinorUnits): number {
  return amount / 100;
}

/** Returns `amount × numerator ÷ denominator`, rounded half up. Exact for integers, if the amount is not negative. */
export function scaleHalfUp(amount: MinorUnits, numerator: number, denominator: number): MinorUnits {
  return Math.floor((2 * amount * numerator + denominator) / (2 * denominator));
}
