import type { InvoiceTax } from "../../../../shared/billing-contract/customer.ts";
import { EUROPEAN_UNION } from "../../../../shared/ordering/european-union.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";
import type { Seller } from "../seller/seller.ts";

/** An invoice line. A negative amount is a discount. */
export interface InvoiceLine {
  description: Text;
  amount: MinorUnits;
}

/** The customer data that determines the taxes. */
export interface TaxedPlace {
  /** The country code (ISO 3166-1 alpha-2). */
  country: string;
  /** The subdivision code: the part after the hyphen in ISO 3166-2. */
  province: string | null;
  /** The business number as the country's registry writes it. A VAT number begins with its country prefix. */
  businessNumber: string | null;
}

export interface Tax {
  name: TaxName;
  /** The rate in thousandths of a percent. */
  rateThousandths: number;
  amount: MinorUnits;
}

/**
 * Returns the taxes that a seller charges on a subtotal, at the rates that apply on a day. A seller charges only the
 * taxes that it is registered for. Each tax is calculated from the subtotal and rounded half up to the cent.
 *
 * If the seller is not registered in the customer's EU country, but in its own EU country or for the one-stop shop, a
 * business with a VAT number of the customer's country owes the VAT itself. The invoice then shows a reverse charge of
 * 0 (Directive 2006/112/EC art. 44 and 196).
 * @param today the day whose rates apply, as YYYY-MM-DD
 */
export function taxesOf(
  seller: Pick<Seller, "country" | "registrations">,
  place: TaxedPlace,
  subtotal: MinorUnits,
  today: string,
): Tax[] {
  const rates = EUROPEAN_UNION.includes(place.country)
    ? valueAddedTaxes(seller, place, today)
    : taxesIn(place, today).filter(({ name }) => isRegistered(seller, name === "QST" ? "CA-QC" : place.country));
  return rates.map((tax) => ({ ...tax, amount: scaleHalfUp(subtotal, tax.rateThousandths, 100_000) }));
}

type SellersTaxes = Pick<Seller, "country" | "registrations">;

function isRegistered({ registrations }: SellersTaxes, place: string): boolean {
  return registrations.some((registration) => registration.place === place);
}

/**
 * Returns the VAT for a customer in the EU. If the seller is registered in the customer's country, that country's VAT
 * applies. Otherwise, consumers pay their own country's VAT if the seller uses the one-stop shop. If not, a seller that
 * is registered in its own EU country charges that country's VAT, which is allowed only below the shop's threshold
 * (Directive 2006/112/EC art. 58 and 59c). The code does not check the threshold.
 */
function valueAddedTaxes(seller: SellersTaxes, place: TaxedPlace, today: string): Omit<Tax, "amount">[] {
  if (isRegistered(seller, place.country)) return taxesIn(place, today);
  const bySeller = EUROPEAN_UNION.includes(seller.country) && isRegistered(seller, seller.country);
  const byShop = isRegistered(seller, "EU-OSS");
  if (!bySeller && !byShop) return [];
  if (isVatNumber(place)) return [{ name: "VAT (reverse charge)", rateThousandths: 0 }];
  return taxesIn(byShop ? place : { country: seller.country, province: null }, today);
}

/** Returns a tax as the billing contract defines it, with its rate in percent. */
export function toInvoiceTax({ name, rateThousandths, amount }: Tax): InvoiceTax {
  return { name, rate: rateThousandths / 1000, amount };
}

function taxesIn({ country, province }: Pick<TaxedPlace, "country" | "province">, today: string) {
  const ofPlace = (place: string) =>
    TAX_RATES.filter((rate) => rate.place === place && rate.from <= today)
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .at(-1)?.taxes;
  return ofPlace(`${country}-${province}`) ?? ofPlace(country) ?? [];
}

/**
 * Checks whether a business number has the format of a VAT number of the customer's country. The prefix for Greece is
 * EL (Directive 2006/112/EC art. 215).
 */
function isVatNumber({ country, businessNumber }: TaxedPlace): boolean {
  if (businessNumber === null) return false;
  const prefix = country === "GR" ? "EL" : country;
  return new RegExp(`^${prefix}[0-9A-Z+*]{2,12}$`).test(businessNumber.replaceAll(/[ .-]/g, ""));
}

/** The names of the taxes on invoices and in the API. The French names are those that the authorities use. */
export const TAX_NAMES = {
  GST: { en: "GST", fr: "TPS" },
  QST: { en: "QST", fr: "TVQ" },
  HST: { en: "HST", fr: "TVH" },
  VAT: { en: "VAT", fr: "TVA" },
  "VAT (reverse charge)": { en: "VAT (reverse charge)", fr: "TVA (autoliquidation)" },
} as const satisfies Record<string, Text>;

export type TaxName = keyof typeof TAX_NAMES;

/** The taxes of a place from a day onwards. Rates are in thousandths of a percent: 9975 means 9.975%. */
export interface TaxRate {
  /** The country code (ISO 3166-1 alpha-2), or the ISO 3166-2 code for a province's tax, such as `CA-QC`. */
  place: string;
  /** The first day on which the taxes apply, as YYYY-MM-DD. */
  from: string;
  taxes: { name: TaxName; rateThousandths: number }[];
}

const GST = { name: "GST", rateThousandths: 5_000 } as const;
const QST = { name: "QST", rateThousandths: 9_975 } as const;

/**
 * The tax rates by place and first day, as published in November 2026. No authority has confirmed them, so check them
 * before you rely on them.
 *
 * Canada: Excise Tax Act s. 165 (GST 5% since 2008-01-01, HST by participating province), Act respecting the Québec
 * sales tax s. 16 (QST 9.975% since 2013-01-01). The provincial sales taxes of Manitoba, Saskatchewan and British
 * Columbia are not collected.
 *
 * European Union: the standard VAT rates (Directive 2006/112/EC art. 96), from the Commission's list "Taxes in Europe".
 */
const TAX_RATES: TaxRate[] = [
  { place: "CA", from: "2008-01-01", taxes: [GST] },
  { place: "CA-QC", from: "2013-01-01", taxes: [GST, QST] },
  hst("ON", "2010-07-01", 13_000),
  hst("NB", "2016-07-01", 15_000),
  hst("NL", "2016-07-01", 15_000),
  hst("PE", "2016-10-01", 15_000),
  hst("NS", "2010-07-01", 15_000),
  hst("NS", "2025-04-01", 14_000),
  vat("AT", "1984-01-01", 20_000),
  vat("BE", "1996-01-01", 21_000),
  vat("BG", "1999-01-01", 20_000),
  vat("HR", "2012-03-01", 25_000),
  vat("CY", "2014-01-13", 19_000),
  vat("CZ", "2013-01-01", 21_000),
  vat("DK", "1992-01-01", 25_000),
  vat("EE", "2024-01-01", 22_000),
  vat("EE", "2025-07-01", 24_000),
  vat("FI", "2013-01-01", 24_000),
  vat("FI", "2024-09-01", 25_500),
  vat("FR", "2014-01-01", 20_000),
  vat("DE", "2007-01-01", 19_000),
  vat("GR", "2016-06-01", 24_000),
  vat("HU", "2012-01-01", 27_000),
  vat("IE", "2012-01-01", 23_000),
  vat("IT", "2013-10-01", 22_000),
  vat("LV", "2012-07-01", 21_000),
  vat("LT", "2009-09-01", 21_000),
  vat("LU", "2024-01-01", 17_000),
  vat("MT", "2004-01-01", 18_000),
  vat("NL", "2012-10-01", 21_000),
  vat("PL", "2011-01-01", 23_000),
  vat("PT", "2011-01-01", 23_000),
  vat("RO", "2017-01-01", 19_000),
  vat("RO", "2025-08-01", 21_000),
  vat("SK", "2011-01-01", 20_000),
  vat("SK", "2025-01-01", 23_000),
  vat("SI", "2013-07-01", 22_000),
  vat("ES", "2012-09-01", 21_000),
  vat("SE", "1990-07-01", 25_000),
];

function hst(province: string, from: string, rateThousandths: number): TaxRate {
  return { place: `CA-${province}`, from, taxes: [{ name: "HST", rateThousandths }] };
}

function vat(country: string, from: string, rateThousandths: number): TaxRate {
  return { place: country, from, taxes: [{ name: "VAT", rateThousandths }] };
}
