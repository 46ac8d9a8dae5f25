import { type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";
import { TAX_RATES, type TaxName } from "./tax-rates.ts";

/** Where and as what a customer is taxed. */
export interface TaxedPlace {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The part after the hyphen in ISO 3166-2. */
  province: string | null;
  /** As its country's registry writes it; a VAT number begins with its country. */
  businessNumber: string | null;
}

export interface Tax {
  name: TaxName;
  /** In thousandths of a percent. */
  rateThousandths: number;
  amount: MinorUnits;
}

/**
 * The taxes on a subtotal at the rates of a day. Each is computed on the subtotal alone and rounded half up to the cent. A VAT
 * number of the customer's own country reverses the charge (Directive 2006/112/EC art. 44 and 196): one tax of 0 with that name.
 * @param today YYYY-MM-DD
 */
export function taxesOf(place: TaxedPlace, subtotal: MinorUnits, today: string): Tax[] {
  const taxes = taxesIn(`${place.country}-${place.province}`, today) ?? taxesIn(place.country, today) ?? [];
  if (taxes.some(({ name }) => name === "VAT") && isVatNumber(place)) {
    return [{ name: "VAT (reverse charge)", rateThousandths: 0, amount: 0 }];
  }
  return taxes.map((tax) => ({ ...tax, amount: scaleHalfUp(subtotal, tax.rateThousandths, 100_000) }));
}

function taxesIn(place: string, today: string) {
  return TAX_RATES.filter((rate) => rate.place === place && rate.from <= today)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .at(-1)?.taxes;
}

/** Checked by its form only. The prefix of Greece is EL (Directive 2006/112/EC art. 215). */
function isVatNumber({ country, businessNumber }: TaxedPlace): boolean {
  const prefix = country === "GR" ? "EL" : country;
  return new RegExp(`^${prefix}[0-9A-Z+*]{2,12}$`).test(businessNumber?.replaceAll(/[ .-]/g, "") ?? "");
}
