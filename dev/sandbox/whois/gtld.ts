import type { DomainRecord } from "../registrations.ts";
import { fields, instant, type LineDialect, terms } from "./dialect.ts";

/** The differences between registries that reply in ICANN's form for generic domains. */
interface Form {
  readonly available: (name: string) => string;
  readonly reserved: (name: string) => string;
  readonly throttled: (name: string) => string;
  /** The text before every reply. */
  readonly preface?: string;
  /** Returns the record of a registration, if it differs from the usual one. */
  readonly record?: (record: DomainRecord) => string;
}

function gtld(form: Form): LineDialect {
  const answer = (body: string, at: Date) =>
    `${form.preface ?? ""}${body}\n>>> Last update of WHOIS database: ${instant(at)} <<<\n\nFor more information on Whois status codes, please visit https://icann.org/epp\n\n${terms("")}\n`;
  return {
    registered: (record, at) => answer((form.record ?? fullRecord)(record), at),
    available: (name, at) => answer(form.available(name), at),
    reserved: (name, at) => answer(form.reserved(name), at),
    throttled: (name) => `${form.throttled(name)}\n`,
  };
}

function recordFields({ name, registrar, created, updated, expires, statuses, nameServers }: DomainRecord) {
  return {
    "Domain Name": name,
    "Registry Domain ID": `D${created.getTime() / 1000}-SANDBOX`,
    "Updated Date": instant(updated),
    "Creation Date": instant(created),
    "Registry Expiry Date": instant(expires),
    Registrar: registrar,
    "Registrar IANA ID": "9999",
    "Domain Status": statuses.map((status) => `${status} https://icann.org/epp#${status}`),
    "Name Server": nameServers,
    DNSSEC: "unsigned",
  };
}

function fullRecord(record: DomainRecord): string {
  const registrant = "Please query the RDDS service of the Registrar of Record identified in this output";
  const form = { "URL of the ICANN Whois Inaccuracy Complaint Form": "https://www.icann.org/wicf/" };
  return fields({ ...recordFields(record), "Registrant Email": registrant, ...form });
}

/** Returns Verisign's record, which is indented and has no registrant. Its domain and hosts are in capitals. */
function thinRecord(record: DomainRecord): string {
  const { "Domain Name": name, "Name Server": servers, ...rest } = recordFields(record);
  const shouted = { "Domain Name": name.toUpperCase(), "Name Server": servers.map((host) => host.toUpperCase()) };
  return fields({ ...shouted, ...rest }).replace(/^/gm, "   ");
}

/** Returns the record of .au, which shows an eligibility but no expiry. */
function auRecord(record: DomainRecord): string {
  const { "Domain Name": name, "Updated Date": changed, "Domain Status": status, ...rest } = recordFields(record);
  const { "Name Server": servers, Registrar: registrar } = rest;
  const more = { "Name Server": servers, "Eligibility Type": "Company" };
  return fields({
    "Domain Name": name,
    "Last Modified": changed,
    "Registrar Name": registrar,
    Status: status,
    ...more,
  });
}

const verisign: Form = {
  available: (name) => `No match for domain "${name.toUpperCase()}".`,
  reserved: (name) => `The domain name "${name.toUpperCase()}" is reserved by the registry.`,
  throttled: () => "WHOIS query rate limit exceeded. Please wait 60 seconds.",
  record: thinRecord,
};

/** Replies for .com, .net and .cc. */
export const VERISIGN = gtld(verisign);

/** Replies for .name, which has shared second-level names. */
export const VERISIGN_NAME = gtld({
  ...verisign,
  preface: `${terms("")}\n\n ****\n\n`,
  reserved: () =>
    "Not available for second level registration.\nThird level registrations may be available on this name.",
});

/** Replies for .io and .me. */
export const IDENTITY_DIGITAL = gtld({
  available: () => "Domain not found.",
  reserved: () => "Reserved by Registry",
  throttled: () => "Error: rate limit exceeded, try again later.",
});

export const PUBLIC_INTEREST_REGISTRY = gtld({
  available: () => "Domain not found.",
  reserved: () => "Reserved by Registry",
  throttled: () => "WHOIS LIMIT EXCEEDED - SEE WHOIS.SANDBOX.EXAMPLE FOR DETAILS",
});

/** Replies for .biz, .co, .design, .tv, .us and .in. */
export const GODADDY_REGISTRY = gtld({
  available: () => "No Data Found\nURL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/",
  reserved: () => "This name is reserved by the Registry.",
  throttled: () => "Your query limit has been reached. Please slow down.",
});

export const RADIX = gtld({
  available: (name) => `>>> Domain ${name} is available for registration`,
  reserved: (name) => `Domain ${name} is reserved and not available for registration`,
  throttled: () => "Number of allowed queries exceeded.",
});

export const CENTRALNIC = gtld({
  available: () => "The queried object does not exist: DOMAIN NOT FOUND",
  reserved: () => "This name is not available for registration: Registry Reserved",
  throttled: () => "Query rate limit exceeded. Please try again in 60 seconds.",
});

/** Replies for .ca, .blog and .nz, which run on CIRA's platform. */
export const CIRA = gtld({
  available: (name) => `Not found: ${name}`,
  reserved: (name) => `The domain name ${name} is reserved by the registry.`,
  throttled: () => "% Query rate limit exceeded for this address",
});

/** Replies for .quebec and .cloud. */
export const CORE = gtld({
  available: () => "The queried object does not exist: no matching objects found",
  reserved: () => "The queried object is reserved: registration of this domain is restricted",
  throttled: () => "The maximum number of queries per hour has been reached.",
});

export const AUDA = gtld({
  available: () => "NOT FOUND",
  reserved: () => "Reserved by auDA",
  throttled: () => "Query limit exceeded. Please wait and try again.",
  record: auRecord,
});

export const WEARE_IE = gtld({
  preface: "# whois.weare.ie\n\n",
  available: (name) => `Not found: ${name}`,
  reserved: () => "This domain is reserved by the registry and cannot be registered.",
  throttled: () => "# Too many requests, please slow down",
});
