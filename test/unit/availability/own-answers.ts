/** What an answer means; `garbage` proves nothing. */
export type Meaning = keyof typeof FIRST_WORD;

/** A name says what is answered of it. */
const FIRST_WORD = { available: "quiet", registered: "loud", reserved: "held", throttled: "busy", garbage: "odd" };

// Answers in the registries' own forms, with invented contents: no text of a registry, and nobody's data.

const NOTICE = `% The data in this service is provided for information purposes only. It does not
% indicate that a name is available for registration. Queries of this service are
% limited in number; see the terms of use.
`;

const gtld = (lines: string) => `${lines}
>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<

NOTICE: The expiration date displayed in this record is the date the registrar's sponsorship is set to expire.
`;

const ANSWERS: Record<Meaning, [tld: string, text: string][]> = {
  available: [
    ["com", gtld('No match for domain "QUIET-HARBOUR.COM".')],
    ["org", gtld("Domain not found.")],
    ["it", "Domain:             quiet-harbour.it\nStatus:             AVAILABLE\n"],
    ["at", `${NOTICE}\n% nothing found\n`],
    ["de", "Domain: quiet-harbour.de\nStatus: free\n"],
    ["fr", `%%\n${NOTICE}\n%% NOT FOUND\n`],
    ["ca", "Not found: quiet-harbour.ca\n"],
  ],
  registered: [
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
  ],
  reserved: [
    ["org", gtld("This name is reserved by the Registry in accordance with ICANN Policy.")],
    ["at", `${NOTICE}\n% This domain name is reserved and cannot be registered.\n`],
  ],
  throttled: [
    ["com", "WHOIS LIMIT EXCEEDED - SEE WWW.REGISTRY.EXAMPLE FOR DETAILS\n"],
    ["fr", "%% Too many requests, please try again later.\n%% NOT FOUND\n"],
    ["at", "% Quota exceeded\n"],
  ],
  garbage: [
    ["com", "<html><body>No match for domain. It is available!</body></html>\n"],
    ["it", ""],
    ["de", "Domain: another-name.de\nStatus: free\n"],
    ["fr", "hello\n"],
  ],
};

/** Each answer with the name that it is about. */
export const WHOIS_ANSWERS = (Object.keys(FIRST_WORD) as Meaning[]).flatMap((label) =>
  ANSWERS[label].map(([tld, text]) => ({ label, name: `${FIRST_WORD[label]}-harbour.${tld}`, text })),
);
