import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";

export interface SeedTax {
  name: string;
  /** The rate in thousandths of a percent. */
  rateThousandths: number;
  amount: MinorUnits;
}

/** The tax rates at each customer's location, by country or by country and province. */
export const TAX_RATES: Record<string, Omit<SeedTax, "amount">[]> = {
  "CA-QC": [
    { name: "GST", rateThousandths: 5_000 },
    { name: "QST", rateThousandths: 9_975 },
  ],
  "CA-ON": [{ name: "HST", rateThousandths: 13_000 }],
  FR: [{ name: "VAT", rateThousandths: 20_000 }],
  US: [],
};

/**
 * Returns the taxes on a subtotal. Each tax applies to the subtotal only, not to other taxes, and is rounded half up to
 * the cent.
 */
export function taxesOf(place: { country: string; province: string | null }, subtotal: MinorUnits): SeedTax[] {
  const rates = TAX_RATES[`${place.country}-${place.province}`] ?? TAX_RATES[place.country];
  if (!rates) throw new Error(`no tax rates for ${place.country}-${place.province}`);
  return rates.map((tax) => ({ ...tax, amount: scaleHalfUp(subtotal, tax.rateThousandths, 100_000) }));
}
