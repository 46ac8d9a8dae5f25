/** The currencies a provider may have a price list in (ISO 4217). Each list is its own: nothing is converted. */
export const CURRENCIES = ["CAD", "EUR", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The default, if there is a price list in it. */
export const DEFAULT_CURRENCY: Currency = "USD";

/** The currency of an account: any code of ISO 4217. Minor units are hundredths in every one. */
export type AccountCurrency = string;

/** An amount in the currency's minor unit (cents). Always an integer: money is never a float inside. */
export type MinorUnits = number;

/** The amount as the API shows it: major units, at most two decimals (`1499` → `14.99`). */
export function toMajorUnits(amount: MinorUnits): number {
  return amount / 100;
}

/** `amount × numerator ÷ denominator`, rounded half up: exact for integers, where the amount is not negative. */
export function scaleHalfUp(amount: MinorUnits, numerator: number, denominator: number): MinorUnits {
  return Math.floor((2 * amount * numerator + denominator) / (2 * denominator));
}
