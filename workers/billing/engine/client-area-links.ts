import type { AccountLinks } from "../../../shared/billing-contract/description.ts";

/** The paths of the pages in the engine's own client area. */
export const CLIENT_AREA_LINKS: AccountLinks = {
  home: "",
  service: "/services/{id}",
  services: "/services",
  domain: "/domains/{name}",
  domains: "/domains",
  invoice: "/invoices/{id}",
  invoices: "/invoices",
  ticket: "/tickets/{id}",
  tickets: "/tickets",
  payment_methods: "/account/payment-methods",
  profile: "/account/details",
  password: "/new-password",
};
