import type { DasSource, WhoisSource } from "../../../durable-objects/registry/source-types.ts";
import * as country from "./countries.ts";
import type { LineDialect } from "./dialect.ts";
import * as gtld from "./gtld.ts";
import { DAS_DIALECTS } from "./services.ts";

/** The dialect of each WHOIS host in the source table. */
export const WHOIS_DIALECTS: Readonly<Record<string, LineDialect>> = {
  "whois.verisign-grs.com": gtld.VERISIGN,
  "ccwhois.verisign-grs.com": gtld.VERISIGN,
  "whois.nic.name": gtld.VERISIGN_NAME,
  "whois.nic.me": gtld.IDENTITY_DIGITAL,
  "whois.nic.io": gtld.IDENTITY_DIGITAL,
  "whois.publicinterestregistry.org": gtld.PUBLIC_INTEREST_REGISTRY,
  "whois.nic.biz": gtld.GODADDY_REGISTRY,
  "whois.nic.tv": gtld.GODADDY_REGISTRY,
  "whois.nic.design": gtld.GODADDY_REGISTRY,
  "whois.nic.us": gtld.GODADDY_REGISTRY,
  "whois.registry.co": gtld.GODADDY_REGISTRY,
  "whois.nixiregistry.in": gtld.GODADDY_REGISTRY,
  "whois.nic.online": gtld.RADIX,
  "whois.nic.site": gtld.RADIX,
  "whois.nic.space": gtld.RADIX,
  "whois.nic.store": gtld.RADIX,
  "whois.nic.tech": gtld.RADIX,
  "whois.nic.website": gtld.RADIX,
  "whois.nic.xyz": gtld.CENTRALNIC,
  "whois.nic.shop": gtld.CENTRALNIC,
  "whois.nic.africa": gtld.CENTRALNIC,
  "whois.nic.blog": gtld.CIRA,
  "whois.cira.ca": gtld.CIRA,
  "whois.irs.net.nz": gtld.CIRA,
  "whois.nic.cloud": gtld.CORE,
  "whois.nic.quebec": gtld.CORE,
  "whois.auda.org.au": gtld.AUDA,
  "whois.weare.ie": gtld.WEARE_IE,
  "whois.nic.fr": country.AFNIC,
  "whois.nic.re": country.AFNIC,
  "whois.nic.alsace": country.AFNIC,
  "whois.nic.bzh": country.AFNIC,
  "whois.nic.corsica": country.AFNIC,
  "whois.nic.paris": country.AFNIC,
  "whois.eu": country.EURID,
  "whois.dns.be": country.DNS_BELGIUM,
  "whois.dns.lu": country.DNS_LU,
  "whois.denic.de": country.DENIC,
  "whois.nic.uk": country.NOMINET,
  "whois.nic.at": country.NIC_AT,
  "whois.nic.it": country.NIC_IT,
  "whois.dns.pt": country.DNS_PT,
};

/**
 * Returns the dialect of a source's server. A WHOIS server that is not in the table replies as most generic registries
 * do.
 */
export function lineDialectOf(source: WhoisSource | DasSource): LineDialect {
  if (source.kind === "whois") return WHOIS_DIALECTS[source.host] ?? gtld.IDENTITY_DIGITAL;
  return DAS_DIALECTS[source.dialect];
}
