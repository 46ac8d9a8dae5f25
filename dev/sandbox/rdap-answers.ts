import { domainToUnicode } from "node:url";
import type { HttpAnswer } from "./http-server.ts";
import type { DomainRecord, EppStatus } from "./registrations.ts";
import { instant } from "./whois/dialect.ts";

/** The RFC 8056 name for each EPP status. */
const STATUSES: Readonly<Record<EppStatus, string>> = {
  ok: "active",
  clientTransferProhibited: "client transfer prohibited",
  serverTransferProhibited: "server transfer prohibited",
  redemptionPeriod: "redemption period",
  pendingDelete: "pending delete",
};

const CONFORMANCE = ["rdap_level_0", "icann_rdap_response_profile_1", "icann_rdap_technical_implementation_guide_1"];

const NOTICES = [
  {
    title: "Terms of Use",
    description: ["This is a sandbox: the data are invented. All rights reserved; access may be limited or blocked."],
    links: [{ rel: "terms-of-service", href: "https://rdap.example/terms", type: "text/html" }],
  },
];

/** The variations between RDAP hosts. */
interface Form {
  /**
   * The form of the response for a missing object; an error object with the title `Not Found` by default.
   * `status_alone` has no body. `no_body` has no body but keeps the media type.
   */
  readonly notFound?: "status_alone" | "no_body" | "error_class" | "object_not_found";
  /** Whether domains are written in capitals. */
  readonly capitals?: boolean;
  /** Whether the record has no registrar and no links, and host names end with a dot. */
  readonly minimal?: boolean;
}

const FORMS: Readonly<Record<string, Form>> = {
  "rdap.verisign.com": { notFound: "no_body", capitals: true },
  "tld-rdap.verisign.com": { notFound: "no_body", capitals: true },
  "rdap.nic.ch": { notFound: "status_alone" },
  "rdap.nic.li": { notFound: "status_alone" },
  "rdap.centralnic.com": { notFound: "error_class" },
  "rdap.identitydigital.services": { notFound: "object_not_found" },
  "rdap.publicinterestregistry.org": { notFound: "object_not_found" },
  "rdap.denic.de": { minimal: true },
};

/**
 * Returns a 200 response with the domain object (RFC 9083 §5.3).
 * @param path the path of the request
 */
export function rdapRecord(host: string, record: DomainRecord, path: string, at: Date): HttpAnswer {
  const { capitals, minimal } = FORMS[host] ?? {};
  const unicode = domainToUnicode(record.name);
  const href = `https://${host}${path}`;
  const nameServer = (ldhName: string) => ({ objectClassName: "nameserver", ldhName });
  const common = {
    objectClassName: "domain",
    ldhName: capitals ? record.name.toUpperCase() : record.name,
    ...(unicode === record.name ? {} : { unicodeName: unicode }),
    status: record.statuses.map((status) => STATUSES[status]),
  };
  if (minimal) {
    return json(200, {
      rdapConformance: ["rdap_level_0", "denic_version_0"],
      ...common,
      nameservers: record.nameServers.map((each) => nameServer(`${each}.`)),
      entities: [],
      events: [{ eventAction: "last changed", eventDate: instant(record.updated) }],
      notices: NOTICES,
    });
  }
  return json(200, {
    rdapConformance: CONFORMANCE,
    ...common,
    handle: `D${record.created.getTime() / 1000}-SANDBOX`,
    links: [{ value: href, rel: "self", href, type: "application/rdap+json" }],
    entities: [registrarOf(record)],
    events: [
      { eventAction: "registration", eventDate: instant(record.created) },
      { eventAction: "expiration", eventDate: instant(record.expires) },
      { eventAction: "last changed", eventDate: instant(record.updated) },
      { eventAction: "last update of RDAP database", eventDate: instant(at) },
    ],
    nameservers: record.nameServers.map(nameServer),
    secureDNS: { delegationSigned: false },
    notices: NOTICES,
  });
}

function registrarOf({ registrar }: DomainRecord): object {
  const properties = [
    ["version", {}, "text", "4.0"],
    ["fn", {}, "text", registrar],
  ];
  return { objectClassName: "entity", handle: "9999", roles: ["registrar"], vcardArray: ["vcard", properties] };
}

/** Returns a 404 response for a missing object, in the form of `host`. */
export function rdapNotFound(host: string, name: string): HttpAnswer {
  switch (FORMS[host]?.notFound) {
    case "status_alone":
      return { status: 404, headers: {}, body: "" };
    case "no_body":
      return { status: 404, headers: HEADERS, body: "" };
    case "error_class":
      return json(404, { rdapConformance: CONFORMANCE, objectClassName: "error", errorCode: 404, title: "Not Found" });
    case "object_not_found":
      return rdapError(404, "Object not found", ["Object not found"]);
    default:
      return rdapNotFoundInWords(name);
  }
}

/** Returns a 404 response with an error object, as most hosts send it. */
export function rdapNotFoundInWords(name: string): HttpAnswer {
  return rdapError(404, "Not Found", [`${name} not found`]);
}

/** Returns a 404 response for a domain that the registry withholds, with the reason in its description. */
export function rdapReserved(name: string): HttpAnswer {
  return rdapError(404, "Not Found", [
    `Domain Name: ${name}`,
    "This name is not available for registration:",
    "Registry Reserved",
  ]);
}

/** Returns a 429 response (RFC 7480 §5.5). */
export function rdapThrottled(...description: string[]): HttpAnswer {
  const answer = rdapError(429, "Too Many Requests", ["Too many requests. Please slow down.", ...description]);
  return { ...answer, headers: { ...answer.headers, "Retry-After": "60" } };
}

/** Returns an RDAP error object (RFC 9083 §6). */
export function rdapError(status: number, title: string, description: readonly string[]): HttpAnswer {
  return json(status, { rdapConformance: CONFORMANCE, errorCode: status, title, description });
}

const HEADERS = { "Content-Type": "application/rdap+json", "Access-Control-Allow-Origin": "*" };

function json(status: number, body: object): HttpAnswer {
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}
