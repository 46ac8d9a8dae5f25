import { readFileSync } from "node:fs";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { AccountRow } from "./rows.ts";

/** Money arithmetic of the model in cents, from docs/build/billing-engine.md. It shares no code with the engine. */

/** Returns `amount × numerator ÷ denominator`, with half a cent rounded up. The amount must not be negative. */
export function shareOf(amount: bigint, numerator: number, denominator: number): bigint {
  const product = amount * BigInt(numerator);
  const divisor = BigInt(denominator);
  const rest = product % divisor;
  return product / divisor + (2n * rest >= divisor ? 1n : 0n);
}

/** The fee to restore a domain from redemption, in cents. */
export const RESTORATION: Record<Currency, bigint> = { CAD: 12_000n, EUR: 8_000n, USD: 9_000n };

export interface ExpectedTax {
  name: string;
  rate: number;
  amount: bigint;
}

type Place = Pick<AccountRow, "country" | "province" | "business_number">;

/**
 * `rates` has the tax rates for each country or province, in thousandths of a percent, each from a given day. `places`
 * has the addresses that an account may have. A VAT number from the account's country reverses the charge.
 */
const {
  rates: RATES,
  places,
}: {
  rates: Record<string, { from: string; taxes: [name: string, rate: number][] }[]>;
  places: Place[];
} = JSON.parse(readFileSync(new URL("taxes.json", import.meta.url), "utf8"));
export const PLACES = places;

/** Returns the taxes on a subtotal, at the rates of the given day. No tax is charged on another tax. */
export function taxesAt(place: Place, subtotal: bigint, day: string): ExpectedTax[] {
  const { country, province, business_number: number } = place;
  const rows = RATES[`${country}-${province}`] ?? RATES[country] ?? [];
  const taxes = rows.filter(({ from }) => from <= day).at(-1)?.taxes ?? [];
  if (taxes[0]?.[0] === "VAT" && number?.startsWith(country)) {
    return [{ name: "VAT (reverse charge)", rate: 0, amount: 0n }];
  }
  return taxes.map(([name, rate]) => ({ name, rate, amount: shareOf(subtotal, rate, 100_000) }));
}
