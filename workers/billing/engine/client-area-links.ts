import type { AccountLinks } from "../../../shared/billing-contract/description.ts";

/** The pages of the engine's own client area. */
export const CLIENT_AREA_LINKS: AccountLinks = {
  home: "",
  service: "/services/{id}",
  domain: "/domains/{name}",
  invoice: "/invoices/{id}",
  ticket: "/tickets/{id}",
  tickets: "/tickets",
  payment_methods: "/account/payment-methods",
  profile: "/account/details",
  password: "/new-password",
};
