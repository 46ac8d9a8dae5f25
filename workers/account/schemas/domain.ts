import * as z from "zod";
import { type CustomerDomain, DOMAIN_STATUSES } from "../../../shared/billing-contract/customer.ts";
import { type ClientArea, pageUrl } from "../../../shared/billing-contract/description.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";

export const Domain = z
  .object({
    id: z.int().describe("Number of the name in this account."),
    domain: z.string().describe("The name in ASCII, lower case."),
    unicode_domain: z.string().describe("The name as people write it."),
    status: z
      .enum(DOMAIN_STATUSES)
      .describe("`grace`: expired, renewed at the usual price. `redemption`: restoring it costs more."),
    registered_on: z.iso.date().nullable().describe("Null until it is registered here."),
    expires_on: z.iso.date().nullable().describe("The day it expires at the registry; null until it is registered."),
    next_due_date: z.iso.date().nullable().describe("The day its renewal is due; null if none is."),
    renewal_price: z
      .number()
      .nullable()
      .describe(
        "Current price of one renewal, without taxes, including the restoration of a name in redemption; null if it is not renewed.",
      ),
    renewal_years: z.int().describe("The years one renewal is for."),
    auto_renew: z
      .boolean()
      .describe("Whether its renewals are invoiced automatically, and charged to a saved card if there is one."),
    manage_url: z.url().describe("Where the customer manages it in the client area."),
  })
  .meta({ id: "Domain", description: "A domain name of the account." });

export function toDomain(domain: CustomerDomain, clientArea: ClientArea): z.output<typeof Domain> {
  return {
    id: domain.id,
    domain: domain.name,
    unicode_domain: unicodeOf(domain.name),
    status: domain.status,
    registered_on: domain.registeredOn,
    expires_on: domain.expiresOn,
    next_due_date: domain.nextDueDate,
    renewal_price: domain.renewalPrice === null ? null : toMajorUnits(domain.renewalPrice),
    renewal_years: domain.renewalYears,
    auto_renew: domain.autoRenew,
    manage_url: pageUrl(clientArea, "domain", domain),
  };
}

/** Decodes a domain name to Unicode. A name that cannot be decoded stays unchanged. */
function unicodeOf(ascii: string): string {
  if (!ascii.includes("xn--")) return ascii;
  const name = parseDomainName(ascii);
  return "refused" in name ? ascii : name.unicode;
}
