import { EUROPEAN_UNION } from "../../../../shared/ordering/european-union.ts";

/** The seller named on invoices. */
export interface Seller {
  name: string;
  /** The address lines, without the country. */
  address: string[];
  /** The country code (ISO 3166-1 alpha-2); empty if it is not set. */
  country: string;
  registrations: TaxRegistration[];
}

/** A tax registration. The seller charges only the taxes that its registrations cover. */
export interface TaxRegistration {
  /**
   * Where the registration applies. `CA` covers GST and HST, and `CA-QC` covers QST. An EU country code covers the
   * country's VAT. `EU-OSS` covers the VAT of every other EU country (Directive 2006/112/EC art. 358 to 369k, the
   * one-stop shop).
   */
  place: string;
  number: string;
}

export interface SellerSettings {
  DEMONSTRATION: string;
  SELLER_NAME?: string;
  /** The address lines, separated by `|`. */
  SELLER_ADDRESS?: string;
  SELLER_COUNTRY?: string;
  /** The registrations as `place:number`, separated by spaces; `none` if the seller is not registered for any tax. */
  TAX_REGISTRATIONS?: string;
}

/** The made-up seller of a demonstration that does not set `TAX_REGISTRATIONS`. */
const DEMONSTRATION_SELLER: Seller = {
  name: "Maple Hosting Inc.",
  address: ["1 Demonstration Street", "Montréal QC H2Y 1A1"],
  country: "CA",
  registrations: [
    { place: "CA", number: "100000000RT0001" },
    { place: "CA-QC", number: "1000000000TQ0001" },
    { place: "EU-OSS", number: "EU124000000" },
  ],
};

/**
 * Returns the seller.
 * @throws an error that names the invalid setting
 */
export function sellerOf(settings: SellerSettings): Seller {
  const { SELLER_NAME: name = "", SELLER_ADDRESS: address = "", SELLER_COUNTRY: country = "" } = settings;
  const { TAX_REGISTRATIONS: registrations = "" } = settings;
  if (settings.DEMONSTRATION === "true" && !registrations) return DEMONSTRATION_SELLER;
  if (country !== "" && !/^[A-Z]{2}$/.test(country)) {
    throw new Error(`SELLER_COUNTRY is not a country code such as CA: ${country}`);
  }
  return {
    name,
    address: address.split("|").flatMap((line) => line.trim() || []),
    country,
    registrations: registrations === "none" ? [] : registrations.split(/\s+/).flatMap(registrationIn),
  };
}

const PLACES: readonly string[] = ["CA", "CA-QC", "EU-OSS", ...EUROPEAN_UNION];

function registrationIn(text: string): TaxRegistration[] {
  if (text === "") return [];
  const [, place = "", number = ""] = /^([A-Z-]+):([0-9A-Z]{4,20})$/.exec(text) ?? [];
  if (!PLACES.includes(place)) {
    throw new Error(
      `TAX_REGISTRATIONS has ${text}, which is not a place and a number such as CA:123456789RT0001. Places are CA (GST, HST), CA-QC (QST), the countries of the European Union (VAT) and EU-OSS.`,
    );
  }
  return [{ place, number }];
}

/**
 * Checks that the settings name a seller, and that the provider has decided which taxes apply.
 * @throws an error that names the missing or invalid settings
 */
export function checkSeller(settings: SellerSettings): void {
  sellerOf(settings);
  if (settings.DEMONSTRATION === "true") return;
  const required = { SELLER_NAME: "", SELLER_ADDRESS: "", SELLER_COUNTRY: "", TAX_REGISTRATIONS: " (or none)" };
  const missing = Object.entries(required).flatMap(([name, more]) =>
    settings[name as keyof SellerSettings] ? [] : `${name}${more}`,
  );
  if (missing.length > 0)
    throw new Error(
      `Invoices need a seller: set ${missing.join(", ")}, or DEMONSTRATION=true where all data is made up.`,
    );
}
