import type { AccountLinks, BillingDescription } from "../../../shared/billing-contract/description.ts";
import { type BillingResult, ok } from "../../../shared/billing-contract/result.ts";

/** The pages of the engine's own client area. */
export const CLIENT_AREA_LINKS: AccountLinks = {
  home: "",
  service: "/services/{id}",
  domain: "/domains/{name}",
  invoice: "/invoices/{id}",
  ticket: "/tickets/{id}",
  tickets: "/tickets",
  payment_methods: "/payment-methods",
  profile: "/profile",
};

export async function describe({
  isDemonstration,
}: {
  isDemonstration: boolean;
}): Promise<BillingResult<BillingDescription>> {
  return ok({
    demonstration: isDemonstration,
    signIn: { kind: "form" },
    acts: true,
    links: CLIENT_AREA_LINKS,
  });
}
