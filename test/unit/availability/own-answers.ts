import type { DasDialect } from "../../../durable-objects/registry/source-types.ts";
import type { RdapAnswer } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";

/** What an answer means; `garbage` proves nothing. */
export type Meaning = "available" | "registered" | "reserved" | "throttled" | "garbage";

interface Labelled {
  label: Meaning;
  name: string;
}

// Answers in the registries' own forms, with invented contents: no text of a registry, and nobody's data.

const NOTICE = `% The data in this service is provided for information purposes only. It does not
% indicate that a name is available for registration. Queries of this service are
% limited in number; see the terms of use.
`;

const gtld = (lines: string) => `${lines}
>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<

NOTICE: The expiration date displayed in this record is the date the registrar's sponsorship is set to expire.
`;

export const WHOIS_ANSWERS: readonly (Labelled & { text: string })[] = [
  {
    label: "available",
    name: "quiet-harbour.com",
    text: gtld('No match for domain "QUIET-HARBOUR.COM".'),
  },
  { label: "available", name: "quiet-harbour.org", text: gtld("Domain not found.") },
  {
    label: "available",
    name: "quiet-harbour.it",
    text: "Domain:             quiet-harbour.it\nStatus:             AVAILABLE\n",
  },
  { label: "available", name: "quiet-harbour.at", text: `${NOTICE}\n% nothing found\n` },
  { label: "available", name: "quiet-harbour.de", text: "Domain: quiet-harbour.de\nStatus: free\n" },
  { label: "available", name: "quiet-harbour.fr", text: `%%\n${NOTICE}\n%% NOT FOUND\n` },
  { label: "available", name: "quiet-harbour.ca", text: "Not found: quiet-harbour.ca\n" },
  {
    label: "registered",
    name: "loud-harbour.com",
    text: gtld(`   Domain Name: LOUD-HARBOUR.COM
   Registry Domain ID: 1_DOMAIN_COM-EXAMPLE
   Registrar WHOIS Server: whois.registrar.example
   Registrar: Sample Registrar Inc.
   Creation Date: 2001-02-03T04:05:06Z
   Registry Expiry Date: 2031-02-03T04:05:06Z
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: NS1.NAMESERVER.EXAMPLE
   DNSSEC: unsigned`),
  },
  {
    label: "registered",
    name: "loud-harbour.de",
    text: "Domain: loud-harbour.de\nNserver: ns1.nameserver.example\nNserver: ns2.nameserver.example\nStatus: connect\nChanged: 2025-01-01T00:00:00+01:00\n",
  },
  {
    label: "registered",
    name: "loud-harbour.it",
    text: "Domain:             loud-harbour.it\nStatus:             ok\nCreated:            2001-02-03 00:00:00\nLast Update:        2025-02-03 00:00:00\nExpire Date:        2031-02-03\n\nRegistrant\n  Organization:     No Match Found Ltd\n\nRegistrar\n  Organization:     Sample Registrar\n\nNameservers\n  ns1.nameserver.example\n",
  },
  {
    label: "registered",
    name: "loud-harbour.at",
    text: `${NOTICE}
domain:         loud-harbour.at
registrar:      Sample Registrar ( https://nic.example/registrar/1 )
registrant:     SR1234567-NICAT
nserver:        ns1.nameserver.example
changed:        20250203 10:00:00
source:         AT-DOM
`,
  },
  {
    label: "registered",
    name: "loud-harbour.nz",
    text: `${NOTICE}
Domain Name: loud-harbour.nz
Registrar: Sample Registrar
Updated Date: 2025-01-01T00:00:00Z
Creation Date: 2001-01-01T00:00:00Z
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Name Server: ns1.nameserver.example
`,
  },
  {
    label: "reserved",
    name: "held-harbour.org",
    text: gtld("This name is reserved by the Registry in accordance with ICANN Policy."),
  },
  {
    label: "reserved",
    name: "held-harbour.at",
    text: `${NOTICE}\n% This domain name is reserved and cannot be registered.\n`,
  },
  {
    label: "throttled",
    name: "busy-harbour.com",
    text: "WHOIS LIMIT EXCEEDED - SEE WWW.REGISTRY.EXAMPLE FOR DETAILS\n",
  },
  {
    label: "throttled",
    name: "busy-harbour.fr",
    text: "%% Too many requests, please try again later.\n%% NOT FOUND\n",
  },
  { label: "throttled", name: "busy-harbour.at", text: "% Quota exceeded\n" },
  {
    label: "garbage",
    name: "odd-harbour.com",
    text: "<html><body>No match for domain. It is available!</body></html>\n",
  },
  { label: "garbage", name: "odd-harbour.it", text: "" },
  { label: "garbage", name: "odd-harbour.de", text: "Domain: another-name.de\nStatus: free\n" },
  { label: "garbage", name: "odd-harbour.fr", text: "hello\n" },
];

export const DAS_ANSWERS: readonly (Labelled & { dialect: DasDialect; text: string })[] = [
  {
    label: "available",
    name: "quiet-harbour.eu",
    dialect: "eu",
    text: "RC: 0\r\nDomain: quiet-harbour.eu\r\nStatus: AVAILABLE\r\n",
  },
  {
    label: "registered",
    name: "loud-harbour.eu",
    dialect: "eu",
    text: "RC: 0\r\nDomain: loud-harbour.eu\r\nStatus: NOT AVAILABLE\r\n",
  },
  {
    label: "reserved",
    name: "held-harbour.eu",
    dialect: "eu",
    text: "RC: 0\r\nDomain: held-harbour.eu\r\nStatus: RESERVED\r\n",
  },
  { label: "throttled", name: "busy-harbour.be", dialect: "be", text: "RC: -2\r\nExcessive querying\r\n" },
  {
    label: "available",
    name: "quiet-harbour.be",
    dialect: "be",
    text: "RC: 0\r\nDomain: quiet-harbour.be\r\nStatus: AVAILABLE\r\n",
  },
  {
    label: "garbage",
    name: "odd-harbour.be",
    dialect: "be",
    text: "RC: 0\r\nDomain: quiet-harbour.be\r\nStatus: AVAILABLE\r\n",
  },
  {
    label: "available",
    name: "quiet-harbour.ch",
    dialect: "ch",
    text: "1: domain name is available for registration\r\n",
  },
  { label: "registered", name: "loud-harbour.ch", dialect: "ch", text: "0: domain name is already registered\r\n" },
  { label: "reserved", name: "held-harbour.ch", dialect: "ch", text: "0: this domain name is reserved\r\n" },
  { label: "throttled", name: "busy-harbour.ch", dialect: "ch", text: "-95: too many requests\r\n" },
  { label: "garbage", name: "odd-harbour.ch", dialect: "ch", text: "1: available\r\n0: already registered\r\n" },
];

const rdap = (status: number, body: object | string, trusted404 = true): Omit<RdapAnswer, "name"> => ({
  status,
  contentType: typeof body === "string" ? "text/html" : "application/rdap+json",
  body: typeof body === "string" ? body : JSON.stringify(body),
  trusted404,
});
const notFound = (description: string) => ({ errorCode: 404, title: "Not Found", description: [description] });

export const RDAP_ANSWERS: readonly (Labelled & Omit<RdapAnswer, "name">)[] = [
  { label: "available", name: "quiet-harbour.com", ...rdap(404, notFound("Object not found")) },
  {
    label: "registered",
    name: "loud-harbour.com",
    ...rdap(200, { objectClassName: "domain", ldhName: "LOUD-HARBOUR.COM", status: ["active"] }),
  },
  { label: "reserved", name: "held-harbour.com", ...rdap(404, notFound("The domain name is reserved")) },
  { label: "throttled", name: "busy-harbour.com", ...rdap(429, { errorCode: 429, title: "Too Many Requests" }) },
  { label: "garbage", name: "odd-harbour.com", ...rdap(404, "<html>Domain not found: it is available!</html>") },
  { label: "garbage", name: "odd-harbour.io", ...rdap(404, notFound("Object not found"), false) },
  { label: "garbage", name: "odd-harbour.com", ...rdap(200, { objectClassName: "domain", ldhName: "ANOTHER.COM" }) },
];
