import { readFileSync } from "node:fs";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { AccountRow } from "./rows.ts";

/** The model's money: exact integers of cents, by the formulas of docs/build/billing-engine.md. It shares no code with the engine's. */

/** Returns `amount × numerator ÷ denominator`, half a cent rounded up, for amounts that are not negative. */
export function shareOf(amount: bigint, numerator: number, denominator: number): bigint {
  const product = amount * BigInt(numerator);
  const divisor = BigInt(denominator);
  const rest = product % divisor;
  return product / divisor + (2n * rest >= divisor ? 1n : 0n);
}

/** The fee to restore a domain from redemption. */
export const RESTORATION: Record<Currency, bigint> = { CAD: 12_000n, EUR: 8_000n, USD: 9_000n };

export interface ExpectedTax {
  name: string;
  rate: number;
  amount: bigint;
}

type Place = Pick<AccountRow, "country" | "province" | "business_number">;

/**
 * The places of the walk's accounts: the tax rates of each place in thousandths of a percent from a day, and the places
 * to which an account may move. A VAT number of the place's own country reverses the charge.
 */
const {
  rates: RATES,
  places,
}: {
  rates: Record<string, { from: string; taxes: [name: string, rate: number][] }[]>;
  places: Place[];
} = JSON.parse(readFileSync(new URL("taxes.json", import.meta.url), "utf8"));
export const PLACES = places;

/** Returns each tax on only the subtotal, with the rates on the day of issue. */
export function taxesAt(place: Place, subtotal: bigint, day: string): ExpectedTax[] {
  const { country, province, business_number: number } = place;
  const rows = RATES[`${country}-${province}`] ?? RATES[country] ?? [];
  const taxes = rows.filter(({ from }) => from <= day).at(-1)?.taxes ?? [];
  if (taxes[0]?.[0] === "VAT" && number?.startsWith(country)) {
    return [{ name: "VAT (reverse charge)", rate: 0, amount: 0n }];
  }
  return taxes.map(([name, rate]) => ({ name, rate, amount: shareOf(subtotal, rate, 100_000) }));
}
