import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { Seller, TaxRegistration } from "../seller/seller.ts";
import type { AccountFacts } from "../store/account-store.ts";

/** The seller or the buyer of an invoice, with the data of the day of issue. */
export interface InvoiceParty {
  name: string;
  /** Lines of its address, without the country. */
  address: string[];
  /** ISO 3166-1 alpha-2; empty if a seller has set none. */
  country: string;
  /** Its tax registrations, each with its place, and its business number. */
  numbers: TaxRegistration[];
}

export interface InvoiceParties {
  seller: InvoiceParty;
  buyer: InvoiceParty;
}

/** The seller and the buyer, for an invoice to store. */
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
