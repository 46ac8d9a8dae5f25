import type {
  DasDialect,
  DasSource,
  Rate,
  RdapSource,
  Source,
  WhoisSource,
} from "../../../../durable-objects/registry/source-types.ts";
import { type SourceTable, USUAL_RATES } from "./source-table.ts";

/** The sources of the facts below, last compared on 2026-11-22. Registries change, so only a live check is certain. */
export const ORIGINS = {
  iana: "IANA RDAP bootstrap for domains (RFC 9224), publication 2026-03-23T19:00:02Z",
  override: "RDAP base outside IANA's file, as meeb/whoisit lists it (overrides.py, BSD-3-Clause, 2026-01-05)",
  rootDb: "WHOIS host of IANA's root database, as WooMai/whois-servers lists it (Unlicense, 2026-08-18)",
  eurid:
    "eurid.org, Lookup services: das.eu:4343 `get 1.0 <label>`, 120 a minute; whois.eu 15 a minute (page of unknown age)",
  dnsBelgium: "docs.dnsbelgium.be, Whois and das: das.dns.be:4343, 50 a minute an address",
  switch: "nic.ch and nic.li, Domain Check: whois.nic.ch:4343, meant for automatic use; port 43 refuses",
  centralNic: "centralnicregistry.com, guidance on use of the Whois service: 1,800 in 15 minutes per IPv4 /24",
  nominet: "nominet.uk, WHOIS acceptable use policy: 5 a second and 1,000 in any 24 hours (page of unknown age)",
  ie: "domainregistry.ie, Whois acceptable use policy: 100 in any 24 hours per address (page of unknown age)",
  sidn: "sidn.nl, Whois conditions of use (2023-01-01): automated look-ups are abuse, so port 43 is never asked",
  redes: "dominios.es: port 43 answers only addresses it has listed (io-developer/php-whois#73); no RDAP known",
} as const;

type SourceOrigin = keyof typeof ORIGINS;

function das(
  host: string,
  dialect: DasDialect,
  query: string,
  origin: SourceOrigin,
  rate: Rate = USUAL_RATES.das,
): DasSource {
  return { kind: "das", host, port: 4343, dialect, query, rate, origin };
}

function rdap(base: string, trusted404 = true, origin: SourceOrigin = "iana"): RdapSource {
  return { kind: "rdap", host: new URL(base).host, port: 443, base, trusted404, rate: USUAL_RATES.rdap, origin };
}

/** Returns the source for an RDAP service that IANA's file does not list. The next source must confirm its 404. */
function unlistedRdap(base: string): RdapSource {
  return rdap(base, false, "override");
}

function whois(host: string, query = "{name}", rate: Rate = USUAL_RATES.whois): WhoisSource {
  return { kind: "whois", host, port: 43, query, rate, origin: "rootDb" };
}

// A burst and the refill of one minute together must stay within the published limit.

/** See `ORIGINS.eurid`. */
const EURID_DAS_RATE: Rate = { perMinute: 110, burst: 10, concurrency: 2 };
const EURID_WHOIS_RATE: Rate = { perMinute: 12, burst: 3, concurrency: 1 };
/** See `ORIGINS.dnsBelgium`. */
const DNS_BELGIUM_RATE: Rate = { perMinute: 45, burst: 5, concurrency: 2 };
/** `ORIGINS.centralNic`: 119 queries a minute for 15 minutes, plus the burst, are 1,795 queries. */
const CENTRALNIC_WHOIS_RATE: Rate = { perMinute: 119, burst: 10, concurrency: 2 };
/** See `ORIGINS.nominet`. */
const NOMINET_WHOIS_RATE: Rate = { ...USUAL_RATES.whois, perDay: 1_000 };
/** See `ORIGINS.ie`. */
const IE_WHOIS_RATE: Rate = { ...USUAL_RATES.whois, perDay: 100 };

/** Returns table entries with the same sources for each of `extensions`, which are separated by spaces. */
function entries(extensions: string, sources: readonly Source[]): (readonly [string, readonly Source[]])[] {
  return extensions.split(" ").map((extension) => [extension, sources] as const);
}

/** Returns table entries for registries that name their hosts after the extension. */
function onNic(extensions: string): (readonly [string, readonly Source[]])[] {
  return extensions
    .split(" ")
    .flatMap((name) => entries(name, [rdap(`https://rdap.nic.${name}/`), whois(`whois.nic.${name}`)]));
}

/** Verisign also matches parts of domains, unless the query states the type of object. */
const VERISIGN_QUERY = "domain {name}";

const IDENTITY_DIGITAL = rdap("https://rdap.identitydigital.services/rdap/");
const UNLISTED_IDENTITY_DIGITAL = unlistedRdap(IDENTITY_DIGITAL.base);
const RADIX = rdap("https://rdap.radix.host/rdap/");
const SWITCH = das("whois.nic.ch", "ch", "{name}", "switch");

/** The bundled source table. */
export const SOURCES: SourceTable = new Map([
  // Verisign
  ...entries("com", [rdap("https://rdap.verisign.com/com/v1/"), whois("whois.verisign-grs.com", VERISIGN_QUERY)]),
  ...entries("net", [rdap("https://rdap.verisign.com/net/v1/"), whois("whois.verisign-grs.com", VERISIGN_QUERY)]),
  ...entries("cc", [rdap("https://tld-rdap.verisign.com/cc/v1/"), whois("ccwhois.verisign-grs.com", VERISIGN_QUERY)]),
  // Some second-level names are shared, so only names under them are for sale. Only WHOIS has this data, so it must
  // confirm every 404.
  ...entries("name", [rdap("https://tld-rdap.verisign.com/name/v1/", false), whois("whois.nic.name", "domain={name}")]),

  // Identity Digital: port 43 was reported closed on 2025-08-04 (caarlos0/domain_exporter#409), so only RDAP is used
  ...entries("agency ai company consulting digital email group info life media mobi news pro", [IDENTITY_DIGITAL]),
  ...entries("services solutions studio world", [IDENTITY_DIGITAL]),
  // The WHOIS servers of both extensions were reported closed. Without them, only the registrar can confirm a free
  // domain. Some lists give whois.identitydigital.services for both (rfc1036/whois, OpusDNS), but nobody has tested it
  // live. rdap.nic.io gave false 404s (2026-09): never use it.
  ...entries("me", [UNLISTED_IDENTITY_DIGITAL, whois("whois.nic.me")]),
  ...entries("io", [UNLISTED_IDENTITY_DIGITAL, whois("whois.nic.io")]),
  ...entries("org", [rdap("https://rdap.publicinterestregistry.org/rdap/"), whois("whois.publicinterestregistry.org")]),

  // Google: whois.nic.google no longer resolves (LayeredStudio/whoiser#128)
  ...entries("app dev page", [rdap("https://pubapi.registry.google/rdap/")]),

  // GoDaddy Registry
  ...onNic("biz tv design"),
  ...entries("us", [unlistedRdap("https://rdap.nic.us/"), whois("whois.nic.us")]),
  // rdap.nic.co gave false 404s (2026-09), and whois.nic.co no longer exists: never use them.
  ...entries("co", [unlistedRdap("https://rdap.registry.co/co/"), whois("whois.registry.co")]),

  // Radix, which has used its own host since early 2026 (previously rdap.centralnic.com)
  ...["online", "site", "space", "store", "tech", "website"].flatMap((name) => {
    return entries(name, [RADIX, whois(`whois.nic.${name}`)]);
  }),

  // CentralNic and others
  ...entries("xyz", [
    rdap("https://rdap.centralnic.com/xyz/"),
    whois("whois.nic.xyz", "{name}", CENTRALNIC_WHOIS_RATE),
  ]),
  ...entries("blog", [rdap("https://rdap.blog.fury.ca/rdap/"), whois("whois.nic.blog")]),
  ...entries("cloud", [rdap("https://rdap.registry.cloud/rdap/"), whois("whois.nic.cloud")]),
  ...entries("shop", [rdap("https://rdap.gmoregistry.net/rdap/"), whois("whois.nic.shop")]),
  ...entries("africa", [rdap("https://rdap.nic.africa/rdap/"), whois("whois.nic.africa")]),

  // AFNIC
  ...onNic("fr re alsace bzh corsica paris"),

  // Canada
  ...entries("ca qc.ca", [rdap("https://rdap.ca.fury.ca/rdap/"), whois("whois.cira.ca")]),
  ...onNic("quebec"),

  // Country registries with an availability service
  ...entries("eu", [
    das("das.eu", "eu", "get 1.0 {label}", "eurid", EURID_DAS_RATE),
    whois("whois.eu", "{name}", EURID_WHOIS_RATE),
  ]),
  ...entries("be", [das("das.dns.be", "be", "{name}", "dnsBelgium", DNS_BELGIUM_RATE), whois("whois.dns.be")]),
  ...entries("ch", [SWITCH, unlistedRdap("https://rdap.nic.ch/")]),
  ...entries("li", [SWITCH, unlistedRdap("https://rdap.nic.li/")]),

  // Country registries with RDAP
  ...entries("de", [unlistedRdap("https://rdap.denic.de/"), whois("whois.denic.de", "-T dn,ace {name}")]),
  ...entries("in", [rdap("https://rdap.nixiregistry.in/rdap/"), whois("whois.nixiregistry.in")]),
  // Only RDAP is used: see `ORIGINS.sidn`.
  ...entries("nl", [rdap("https://rdap.sidn.nl/")]),
  ...entries("uk co.uk me.uk org.uk", [
    rdap("https://rdap.nominet.uk/uk/"),
    whois("whois.nic.uk", "{name}", NOMINET_WHOIS_RATE),
  ]),
  ...entries("com.au net.au", [rdap("https://rdap.cctld.au/rdap/"), whois("whois.auda.org.au")]),

  // Country registries with only WHOIS
  ...entries("at", [whois("whois.nic.at")]),
  ...entries("ie", [whois("whois.weare.ie", "{name}", IE_WHOIS_RATE)]),
  ...entries("it", [whois("whois.nic.it")]),
  ...entries("lu", [whois("whois.dns.lu")]),
  ...entries("nz co.nz", [whois("whois.irs.net.nz")]),
  ...entries("pt", [whois("whois.dns.pt")]),

  // This extension has no public source: see `ORIGINS.redes`.
  ...entries("es", []),
]);
