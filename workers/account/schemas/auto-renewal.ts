import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";

/** What a domain's auto-renewal, as it is set now, means for it as it stands. */
export function autoRenewalWords({ status, autoRenew, expiresOn, renewalPrice }: CustomerDomain): string {
  const on = expiresOn ? ` on ${expiresOn}` : "";
  switch (status) {
    case "pending":
    case "pending_registration":
    case "pending_transfer":
      return autoRenew
        ? "The name is still on order. Once it is here, an invoice for each renewal is made before it expires."
        : "The name is still on order. Once it is here, it expires at the end of its term unless it is renewed before.";
    case "redemption":
      return "The name is in redemption, where nothing renews by itself: only a renewal, at the price with its restoration, keeps it. The setting counts from then on.";
    case "grace":
      return autoRenew && renewalPrice
        ? `The name expired${on}. It is renewed once the invoice of its renewal is paid; without that it is lost.`
        : `The name expired${on} and is lost unless it is renewed.`;
    default:
      if (!autoRenew) return `The name expires${on} unless it is renewed before.`;
      return renewalPrice
        ? `An invoice for the renewal is made before the name expires${on}; it is renewed once that is paid.`
        : `There is no renewal price for the name, so no renewal is invoiced: it expires${on} unless it is renewed before.`;
  }
}
