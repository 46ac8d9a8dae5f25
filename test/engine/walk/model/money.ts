import type { Currency } from "../../../../shared/platform/money.ts";
import type { AccountRow } from "./rows.ts";

/** Money of the model: exact integers of cents, by the formulas of docs/billing-engine.md. It shares no code with the engine's. */

/** `amount × numerator ÷ denominator`, half a cent rounded up; for amounts that are not negative. */
export function shareOf(amount: bigint, numerator: number, denominator: number): bigint {
  const product = amount * BigInt(numerator);
  const divisor = BigInt(denominator);
  const rest = product % divisor;
  return product / divisor + (2n * rest >= divisor ? 1n : 0n);
}

/** The fee for restoring a name from redemption. */
export const RESTORATION: Record<Currency, bigint> = { CAD: 12_000n, EUR: 8_000n, USD: 9_000n };

export interface ExpectedTax {
  name: string;
  rate: number;
  amount: bigint;
}

/** Where the accounts of the walk are: their rates in thousandths of a percent, each from a day on. */
const RATES: Record<string, [from: string, taxes: [name: string, rate: number][]][]> = {
  "CA-QC": [
    [
      "2013-01-01",
      [
        ["GST", 5000],
        ["QST", 9975],
      ],
    ],
  ],
  "CA-ON": [["2010-07-01", [["HST", 13000]]]],
  "CA-NS": [
    ["2010-07-01", [["HST", 15000]]],
    ["2025-04-01", [["HST", 14000]]],
  ],
  CA: [["2008-01-01", [["GST", 5000]]]],
  FI: [
    ["2013-01-01", [["VAT", 24000]]],
    ["2024-09-01", [["VAT", 25500]]],
  ],
  EE: [
    ["2024-01-01", [["VAT", 22000]]],
    ["2025-07-01", [["VAT", 24000]]],
  ],
  SK: [
    ["2011-01-01", [["VAT", 20000]]],
    ["2025-01-01", [["VAT", 23000]]],
  ],
  FR: [["2014-01-01", [["VAT", 20000]]]],
  US: [],
};

type Place = Pick<AccountRow, "country" | "province" | "business_number">;

/** The places that an account may move to. A VAT number of the place's own country reverses the charge. */
export const PLACES: Place[] = [
  { country: "CA", province: "QC", business_number: null },
  { country: "CA", province: "ON", business_number: null },
  { country: "CA", province: "NS", business_number: null },
  { country: "CA", province: "AB", business_number: "123456789RT0001" },
  { country: "FI", province: null, business_number: null },
  { country: "EE", province: null, business_number: null },
  { country: "SK", province: null, business_number: null },
  { country: "FR", province: null, business_number: "732829320" },
  { country: "FR", province: null, business_number: "FR40303265045" },
  { country: "EE", province: null, business_number: "FR40303265045" },
  { country: "US", province: "OR", business_number: null },
];

/** Each tax on the subtotal alone, by the rates of the day of issue. */
export function taxesAt(place: Place, subtotal: bigint, day: string): ExpectedTax[] {
  const { country, province, business_number: number } = place;
  const rows = RATES[`${country}-${province}`] ?? RATES[country] ?? [];
  const taxes = rows.filter(([from]) => from <= day).at(-1)?.[1] ?? [];
  if (taxes[0]?.[0] === "VAT" && number?.startsWith(country)) {
    return [{ name: "VAT (reverse charge)", rate: 0, amount: 0n }];
  }
  return taxes.map(([name, rate]) => ({ name, rate, amount: shareOf(subtotal, rate, 100_000) }));
}
