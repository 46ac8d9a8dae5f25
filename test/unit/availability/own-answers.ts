import type { DasDialect } from "../../../durable-objects/registry/source-types.ts";
import type { RdapAnswer } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";

/** What an answer means; `garbage` proves nothing. */
export type Meaning = keyof typeof FIRST_WORD;

/** A name says what is answered of it. */
const FIRST_WORD = { available: "quiet", registered: "loud", reserved: "held", throttled: "busy", garbage: "odd" };

/** Answers of each meaning, by extension. */
type Answers<Answer> = Record<Meaning, [tld: string, answer: Answer][]>;

/** Each answer with the name that it is about. */
function labelled<Answer extends object>(answers: Answers<Answer>) {
  return (Object.keys(FIRST_WORD) as Meaning[]).flatMap((label) =>
    answers[label].map(([tld, answer]) => ({ label, name: `${FIRST_WORD[label]}-harbour.${tld}`, ...answer })),
  );
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

const whois = (...answers: [tld: string, text: string][]): [string, { text: string }][] =>
  answers.map(([tld, text]) => [tld, { text }]);

export const WHOIS_ANSWERS = labelled({
  available: whois(
    ["com", gtld('No match for domain "QUIET-HARBOUR.COM".')],
    ["org", gtld("Domain not found.")],
    ["it", "Domain:             quiet-harbour.it\nStatus:             AVAILABLE\n"],
    ["at", `${NOTICE}\n% nothing found\n`],
    ["de", "Domain: quiet-harbour.de\nStatus: free\n"],
    ["fr", `%%\n${NOTICE}\n%% NOT FOUND\n`],
    ["ca", "Not found: quiet-harbour.ca\n"],
  ),
  registered: whois(
    [
      "com",
      gtld(`   Domain Name: LOUD-HARBOUR.COM
   Registry Domain ID: 1_DOMAIN_COM-EXAMPLE
   Registrar WHOIS Server: whois.registrar.example
   Registrar: Sample Registrar Inc.
   Creation Date: 2001-02-03T04:05:06Z
   Registry Expiry Date: 2031-02-03T04:05:06Z
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: NS1.NAMESERVER.EXAMPLE
   DNSSEC: unsigned`),
    ],
    [
      "de",
      "Domain: loud-harbour.de\nNserver: ns1.nameserver.example\nNserver: ns2.nameserver.example\nStatus: connect\nChanged: 2025-01-01T00:00:00+01:00\n",
    ],
    [
      "it",
      "Domain:             loud-harbour.it\nStatus:             ok\nCreated:            2001-02-03 00:00:00\nLast Update:        2025-02-03 00:00:00\nExpire Date:        2031-02-03\n\nRegistrant\n  Organization:     No Match Found Ltd\n\nRegistrar\n  Organization:     Sample Registrar\n\nNameservers\n  ns1.nameserver.example\n",
    ],
    [
      "at",
      `${NOTICE}
domain:         loud-harbour.at
registrar:      Sample Registrar ( https://nic.example/registrar/1 )
registrant:     SR1234567-NICAT
nserver:        ns1.nameserver.example
changed:        20250203 10:00:00
source:         AT-DOM
`,
    ],
    [
      "nz",
      `${NOTICE}
Domain Name: loud-harbour.nz
Registrar: Sample Registrar
Updated Date: 2025-01-01T00:00:00Z
Creation Date: 2001-01-01T00:00:00Z
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Name Server: ns1.nameserver.example
`,
    ],
  ),
  reserved: whois(
    ["org", gtld("This name is reserved by the Registry in accordance with ICANN Policy.")],
    ["at", `${NOTICE}\n% This domain name is reserved and cannot be registered.\n`],
  ),
  throttled: whois(
    ["com", "WHOIS LIMIT EXCEEDED - SEE WWW.REGISTRY.EXAMPLE FOR DETAILS\n"],
    ["fr", "%% Too many requests, please try again later.\n%% NOT FOUND\n"],
    ["at", "% Quota exceeded\n"],
  ),
  garbage: whois(
    ["com", "<html><body>No match for domain. It is available!</body></html>\n"],
    ["it", ""],
    ["de", "Domain: another-name.de\nStatus: free\n"],
    ["fr", "hello\n"],
  ),
});

/** Of a service with a dialect named like its extension. */
const das = (...answers: [DasDialect, text: string][]): [string, { dialect: DasDialect; text: string }][] =>
  answers.map(([dialect, text]) => [dialect, { dialect, text }]);

export const DAS_ANSWERS = labelled({
  available: das(
    ["eu", "RC: 0\r\nDomain: quiet-harbour.eu\r\nStatus: AVAILABLE\r\n"],
    ["be", "RC: 0\r\nDomain: quiet-harbour.be\r\nStatus: AVAILABLE\r\n"],
    ["ch", "1: domain name is available for registration\r\n"],
  ),
  registered: das(
    ["eu", "RC: 0\r\nDomain: loud-harbour.eu\r\nStatus: NOT AVAILABLE\r\n"],
    ["ch", "0: domain name is already registered\r\n"],
  ),
  reserved: das(
    ["eu", "RC: 0\r\nDomain: held-harbour.eu\r\nStatus: RESERVED\r\n"],
    ["ch", "0: this domain name is reserved\r\n"],
  ),
  throttled: das(["be", "RC: -2\r\nExcessive querying\r\n"], ["ch", "-95: too many requests\r\n"]),
  garbage: das(
    ["be", "RC: 0\r\nDomain: quiet-harbour.be\r\nStatus: AVAILABLE\r\n"],
    ["ch", "1: available\r\n0: already registered\r\n"],
  ),
});

const rdap = (status: number, body: object | string, trusted404 = true): Omit<RdapAnswer, "name"> => ({
  status,
  contentType: typeof body === "string" ? "text/html" : "application/rdap+json",
  body: typeof body === "string" ? body : JSON.stringify(body),
  trusted404,
});
const notFound = (description: string) => ({ errorCode: 404, title: "Not Found", description: [description] });
const domain = (ldhName: string, more: object = {}) => ({ objectClassName: "domain", ldhName, ...more });

export const RDAP_ANSWERS = labelled({
  available: [["com", rdap(404, notFound("Object not found"))]],
  registered: [["com", rdap(200, domain("LOUD-HARBOUR.COM", { status: ["active"] }))]],
  reserved: [["com", rdap(404, notFound("The domain name is reserved"))]],
  throttled: [["com", rdap(429, { errorCode: 429, title: "Too Many Requests" })]],
  garbage: [
    ["com", rdap(404, "<html>Domain not found: it is available!</html>")],
    ["io", rdap(404, notFound("Object not found"), false)],
    ["com", rdap(200, domain("ANOTHER.COM"))],
  ],
});
