import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { Seller, TaxRegistration } from "../seller/seller.ts";
import type { AccountFacts } from "../store/account-store.ts";

/** The seller or the buyer on an invoice, with their data from the day of issue. */
export interface InvoiceParty {
  name: string;
  /** The address lines, without the country. */
  address: string[];
  /** The country code (ISO 3166-1 alpha-2); empty if the seller has not set one. */
  country: string;
  /** The seller's tax registrations, or the buyer's business number, each with the place where it applies. */
  numbers: TaxRegistration[];
}

export interface InvoiceParties {
  seller: InvoiceParty;
  buyer: InvoiceParty;
}

/** Returns the seller and the buyer, as they are stored with an invoice. */
export function partiesOf(
  seller: Seller,
  account: Pick<AccountReference, "name">,
  facts: Pick<AccountFacts, "contact" | "company" | "country" | "province" | "businessNumber">,
): InvoiceParties {
  const { contact, company, country, province, businessNumber } = facts;
  const person = contact && `${contact.firstName} ${contact.lastName}`;
  const city = contact && [contact.city, province, contact.postalCode].filter(Boolean).join(" ");
  return {
    seller: {
      ...{ name: seller.name, address: seller.address, country: seller.country },
      numbers: seller.registrations,
    },
    buyer: {
      name: company ?? account.name,
      address: [company && person, ...(contact?.street ?? []), city].flatMap((line) => line || []),
      country,
      numbers: businessNumber === null ? [] : [{ place: country, number: businessNumber }],
    },
  };
}
