import type { TransferIn } from "../../workers/billing/engine/registrar/registrar.ts";
import type { Contact } from "../../workers/billing/engine/store/account-store.ts";

const CONTACT: Contact = {
  ...{ firstName: "Ana", lastName: "Maple", street: ["200 Example Street"] },
  ...{ city: "Montréal", postalCode: "H2Y 1A1", phone: "+15145550101" },
};

/** The contact of accounts that tests create, in its stored form. */
export const STORED_CONTACT = JSON.stringify(CONTACT);

/** The registrant of domains that tests order. */
export const NEW_NAME: Pick<TransferIn, "registrant" | "fields"> = {
  registrant: { ...CONTACT, organization: null, province: "QC", country: "CA", email: "owner@maple.example" },
  fields: {},
};
