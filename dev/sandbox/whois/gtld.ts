import type { DomainRecord } from "../registrations.ts";
import {
  ABUSE_EMAIL,
  ABUSE_PHONE,
  fields,
  instant,
  REGISTRANT,
  REGISTRAR_URL,
  terms,
  type WhoisDialect,
} from "./dialect.ts";

/** What differs between the registries that answer in the form ICANN prescribes for generic domains. */
interface Form {
  readonly registry: string;
  readonly available: (name: string) => string;
  readonly reserved: (name: string) => string;
  readonly throttled: (name: string) => string;
  /** Before every answer. */
  readonly preface?: string;
  /** The whole record of a registration, where it is not the usual one. */
  readonly record?: (record: DomainRecord) => string;
  /** The line above the terms. */
  readonly updatedLine?: (at: Date) => string;
}

function gtld(form: Form): WhoisDialect {
  const updatedLine = form.updatedLine ?? ((at) => `>>> Last update of WHOIS database: ${instant(at)} <<<`);
  const answer = (body: string, at: Date) =>
    `${form.preface ?? ""}${body}\n${updatedLine(at)}\n\nFor more information on Whois status codes, please visit https://icann.org/epp\n\n${terms("", form.registry)}\n`;
  return {
    registered: (record, at) => answer((form.record ?? fullRecord)(record), at),
    available: (name, at) => answer(form.available(name), at),
    reserved: (name, at) => answer(form.reserved(name), at),
    throttled: (name) => `${form.throttled(name)}\n`,
  };
}

function fullRecord(record: DomainRecord): string {
  return fields([
    ...registration(record),
    ["Registrant Organization", REGISTRANT],
    ["Registrant State/Province", "QC"],
    ["Registrant Country", "CA"],
    ["Registrant Email", "Please query the RDDS service of the Registrar of Record identified in this output"],
    ...servers(record),
    ["URL of the ICANN Whois Inaccuracy Complaint Form", "https://www.icann.org/wicf/"],
  ]);
}

/** Verisign holds no registrant, shouts and indents. */
function thinRecord(record: DomainRecord): string {
  const pairs = [...registration(record), ...servers(record)];
  const lines = fields(
    pairs.map(([name, value]) => [name, /^(?:Domain Name|Name Server)$/.test(name) ? value.toUpperCase() : value]),
  );
  return lines.replace(/^/gm, "   ");
}

function registration(record: DomainRecord): (readonly [string, string])[] {
  return [
    ["Domain Name", record.name],
    ["Registry Domain ID", `D${record.created.getTime() / 1000}-SANDBOX`],
    ["Registrar WHOIS Server", "whois.registrar.example"],
    ["Registrar URL", REGISTRAR_URL],
    ["Updated Date", instant(record.updated)],
    ["Creation Date", instant(record.created)],
    ["Registry Expiry Date", instant(record.expires)],
    ["Registrar", record.registrar],
    ["Registrar IANA ID", "9999"],
    ["Registrar Abuse Contact Email", ABUSE_EMAIL],
    ["Registrar Abuse Contact Phone", ABUSE_PHONE],
    ...record.statuses.map((status) => ["Domain Status", `${status} https://icann.org/epp#${status}`] as const),
  ];
}

function servers(record: DomainRecord): (readonly [string, string])[] {
  return [...record.nameServers.map((host) => ["Name Server", host] as const), ["DNSSEC", "unsigned"]];
}

/** .au holds an eligibility instead of a registrant's address. */
function auRecord(record: DomainRecord): string {
  return fields([
    ["Domain Name", record.name],
    ["Registry Domain ID", `D${record.created.getTime() / 1000}-AU`],
    ["Registrar WHOIS Server", "whois.auda.org.au"],
    ["Registrar URL", REGISTRAR_URL],
    ["Last Modified", instant(record.updated)],
    ["Registrar Name", record.registrar],
    ["Registrar Abuse Contact Email", ABUSE_EMAIL],
    ...record.statuses.map((status) => ["Status", `${status} https://identitydigital.au/status#${status}`] as const),
    ["Registrant Contact ID", "SANDBOX-1"],
    ["Registrant Contact Name", "Domain Administrator"],
    ...servers(record),
    ["Registrant", REGISTRANT],
    ["Eligibility Type", "Company"],
  ]);
}

const lowerUpdated = (at: Date) => `>>> Last update of whois database: ${instant(at)} <<<`;

const verisign: Form = {
  registry: "Verisign",
  available: (name) => `No match for domain "${name.toUpperCase()}".`,
  reserved: (name) => `The domain name "${name.toUpperCase()}" is reserved by the registry.`,
  throttled: () => "WHOIS query rate limit exceeded. Please wait 60 seconds.",
  record: thinRecord,
  updatedLine: lowerUpdated,
};

/** .com, .net and .cc. */
export const VERISIGN = gtld(verisign);

/** .name, whose second level is partly shared. */
export const VERISIGN_NAME = gtld({
  ...verisign,
  preface: `${terms("", "Verisign .name")}\n\n ****\n\n`,
  reserved: () =>
    "Not available for second level registration.\nThird level registrations may be available on this name.",
});

/** .io and .me. */
export const IDENTITY_DIGITAL = gtld({
  registry: "Identity Digital",
  available: () => "Domain not found.",
  reserved: () => "Reserved by Registry",
  throttled: () => "Error: rate limit exceeded, try again later.",
});

export const PUBLIC_INTEREST_REGISTRY = gtld({
  registry: "Public Interest Registry",
  available: () => "Domain not found.",
  reserved: () => "Reserved by Registry",
  throttled: () => "WHOIS LIMIT EXCEEDED - SEE WHOIS.SANDBOX.EXAMPLE FOR DETAILS",
});

/** .biz, .co, .design, .tv, .us and .in. */
export const GODADDY_REGISTRY = gtld({
  registry: "GoDaddy Registry",
  available: () => "No Data Found\nURL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/",
  reserved: () => "This name is reserved by the Registry.",
  throttled: () => "Your query limit has been reached. Please slow down.",
});

export const RADIX = gtld({
  registry: "Radix",
  available: (name) => `>>> Domain ${name} is available for registration`,
  reserved: (name) => `Domain ${name} is reserved and not available for registration`,
  throttled: () => "Number of allowed queries exceeded.",
});

export const CENTRALNIC = gtld({
  registry: "CentralNic",
  available: () => "The queried object does not exist: DOMAIN NOT FOUND",
  reserved: () => "This name is not available for registration: Registry Reserved",
  throttled: () => "Query rate limit exceeded. Please try again in 60 seconds.",
});

/** .ca, .blog and .nz, which run on CIRA's platform. */
export const CIRA = gtld({
  registry: "CIRA",
  available: (name) => `Not found: ${name}`,
  reserved: (name) => `The domain name ${name} is reserved by the registry.`,
  throttled: () => "% Query rate limit exceeded for this address",
});

/** .quebec and .cloud. */
export const CORE = gtld({
  registry: "CORE",
  available: () => "The queried object does not exist: no matching objects found",
  reserved: () => "The queried object is reserved: registration of this domain is restricted",
  throttled: () => "The maximum number of queries per hour has been reached.",
});

export const AUDA = gtld({
  registry: "auDA",
  available: () => "NOT FOUND",
  reserved: () => "Reserved by auDA",
  throttled: () => "Query limit exceeded. Please wait and try again.",
  record: auRecord,
});

export const WEARE_IE = gtld({
  registry: "WEARE.IE",
  preface: "# whois.weare.ie\n\n",
  available: (name) => `Not found: ${name}`,
  reserved: () => "This domain is reserved by the registry and cannot be registered.",
  throttled: () => "# Too many requests, please slow down",
});
