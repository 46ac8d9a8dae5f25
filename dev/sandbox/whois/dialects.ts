import { AFNIC } from "./afnic.ts";
import { DENIC } from "./denic.ts";
import type { WhoisDialect } from "./dialect.ts";
import { DNS_BELGIUM } from "./dns-belgium.ts";
import { DNS_LU } from "./dns-lu.ts";
import { DNS_PT } from "./dns-pt.ts";
import { EURID } from "./eurid.ts";
import * as gtld from "./gtld.ts";
import { NIC_AT } from "./nic-at.ts";
import { NIC_IT } from "./nic-it.ts";
import { NOMINET } from "./nominet.ts";

/** The dialect of each WHOIS host of the sources table. */
export const WHOIS_DIALECTS: Readonly<Record<string, WhoisDialect>> = {
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
  "whois.nic.fr": AFNIC,
  "whois.nic.re": AFNIC,
  "whois.nic.alsace": AFNIC,
  "whois.nic.bzh": AFNIC,
  "whois.nic.corsica": AFNIC,
  "whois.nic.paris": AFNIC,
  "whois.eu": EURID,
  "whois.dns.be": DNS_BELGIUM,
  "whois.dns.lu": DNS_LU,
  "whois.denic.de": DENIC,
  "whois.nic.uk": NOMINET,
  "whois.nic.at": NIC_AT,
  "whois.nic.it": NIC_IT,
  "whois.dns.pt": DNS_PT,
};

/** How the server at `host` answers; the form most generic domains have where the host is not one of the table's. */
export function whoisDialectOf(host: string): WhoisDialect {
  return WHOIS_DIALECTS[host] ?? gtld.IDENTITY_DIGITAL;
}
