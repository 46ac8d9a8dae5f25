import { describe, expect, test } from "vitest";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";

const NAME = "maple-bakery.example";

function verdictOf(text: string, name = NAME): string {
  const { status, reason } = classifyWhois({ text, name });
  return `${status} ${reason}`;
}

const FREE = "available no_registration_found";
const TAKEN = "taken registered";
const BAD = "unknown bad_answer";

/** Each of the texts is read as this. */
function eachIs(verdict: string, title: string, texts: [what: string, text: string][]): void {
  test.each(texts)(`${title}: %s`, (_what, text) => expect(verdictOf(text)).toBe(verdict));
}

const RECORD = `Domain Name: MAPLE-BAKERY.EXAMPLE
Registrar: Sample Names Inc.
Creation Date: 2011-05-04T10:00:00Z
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Name Server: NS1.SAMPLE-HOST.EXAMPLE
`;

eachIs(FREE, "an explicit negative is available", [
  ["a bare sentence", "NOT FOUND\n"],
  ["no line end", "No match for domain MAPLE-BAKERY.EXAMPLE."],
  ["a comment", '% Hello.\n%\n% No entries found for query "maple-bakery.example".\n'],
  ["an error code", "%ERROR:101: no entries found\n%\n% No entries found.\n"],
  ["the name first", "maple-bakery.example is free\n"],
  ["a name and a dash", "maple-bakery.example - No Match\n"],
  ["a status field", "Domain: maple-bakery.example\nStatus: AVAILABLE\n"],
  ["a numbered status", "domain_name: maple-bakery.example\nquery_status: 220 Available\n"],
  ["a status that is a sentence", "Domain Name: maple-bakery.example\nDomain Status: No Object Found\n"],
  ["a field named by the negative", "Not found: maple-bakery.example\n"],
  ["the object that is missing", "The queried object does not exist: DOMAIN NOT FOUND\n"],
  ["a purged one", "The queried object does not exist: previous registration 7-EX was purged (DOMAIN NOT FOUND)\n"],
  ["two lines", `% You queried for ${NAME} but this server does not have\n% any data for ${NAME}.\n`],
  ["nothing in the database", "This Domain is not available in our whois database\n"],
  ["no information", `No information available about domain name ${NAME} in the Registry database.\n`],
  ["boxed notes", "[ The database is for network use. Its use is    ]\n[ restricted to it. ]\n\nNo match!!\n"],
  ["Spanish", "El dominio no se encuentra registrado\n"],
  ["Hungarian", "Nincs találat / No match\n"],
  ["Korean", "query : maple-bakery.example\n\n상기 도메인이름은 등록되어 있지 않습니다.\n"],
  ["Japanese", "[ JPRS ]\n\n上記のドメイン名は登録されていません。\n"],
  ["a list of objects", "NO OBJECT FOUND!\nobject:.............maple-bakery.example\ntype:...............domain\n"],
]);

eachIs(TAKEN, "any proof of registration is taken", [
  ["a full record", RECORD],
  ["another language", `Domínio: ${NAME}\nTitular: Padaria Lda.\nData de criação: 04/05/2011\n`],
  ["dotted leaders", "domain.............: maple-bakery.example\nstatus.............: Registered\n"],
  ["headings with the values below", "Domain name:\n    maple-bakery.example\n\nRegistrar:\n    Sample Names Inc.\n"],
  [
    "headings without a sign",
    `Domain name\n${NAME}\n\nName servers\nns1.sample-host.example\nns2.sample-host.example\n`,
  ],
  ["columns", "Domain-name         maple-bakery.example\nValid-date          2031-04-03\n"],
  ["bracketed names", "[Domain Name]      MAPLE-BAKERY.EXAMPLE\n[Registered Date]  2011/05/04\n"],
  ["a status alone", "Domain: maple-bakery.example\nStatus: NOT AVAILABLE\n"],
  ["the first label alone", "Domain: maple-bakery\nStatus: REGISTERED\n"],
  ["a sentence", "The domain maple-bakery.example is already registered.\n"],
  ["a record cut anywhere after its first proof", RECORD.slice(0, 70)],
]);

test("proof beats a negative in the same answer", () => {
  expect(verdictOf(`${RECORD}\nNo match for "maple-bakery.example".\n`)).toBe(TAKEN);
  expect(verdictOf(`NOT FOUND\n\n${RECORD}`)).toBe(TAKEN);
});

test.each([
  ...["Domain Not Found LLC", "No Match Dating", "WHOIS LIMIT EXCEEDED Inc"],
  ...["Available", "Reserved", "Too many requests"],
])("what a registrant wrote decides nothing: %s", (organisation) => {
  expect(verdictOf(`${RECORD}Registrant Organization: ${organisation}\n`)).toBe(TAKEN);
  const lines = `    ${organisation}\n`.repeat(2);
  expect(verdictOf(`Domain Name: maple-bakery.example\n\nRegistrant:\n${lines}`)).toBe(TAKEN);
  for (const key of ["Name", "Descr", "Remarks", "Organisation", "State"]) {
    expect(verdictOf(`Domain: maple-bakery.example\n${key}: ${organisation}\n`)).not.toBe(FREE);
  }
});

test("the service's own hosts are no name servers", () => {
  expect(verdictOf("Server: whois.nic.example\nwww.nic.example\nwhois.nic.example\n\nNot found\n")).toBe(FREE);
  const limited = verdictOf(`Server: whois.nic.example\nQuery: ${NAME}\n\nQuery limit exceeded\n`);
  expect(limited).toMatch(/^throttled/);
});

test("contact data beside a negative is a conflict, not a free name; three kinds of it are a record", () => {
  const two = "Address: 1 Main Street\nCity: Springfield\n";
  expect(verdictOf(`${two}\nNot found\n`)).toBe("unknown conflict");
  expect(verdictOf(two)).toBe("unknown bad_answer");
  expect(verdictOf(`${two}Phone: +1.5555550100\n`)).toBe("taken registered");
});

const AFNIC = `%% [192.0.2.1 REQUEST] >> ${NAME}\n%%\n%% Too many requests...\n%%\n\n%% No entries found in the AFNIC Database.\n`;
const QUOTA = `    Error for "${NAME}".\n\n    The WHOIS query quota for 192.0.2.1 has been exceeded\n    and will be replenished in 50 seconds.\n`;
const BLACKLISTED =
  "BLACKLISTED: You have exceeded the query limit for your network or IP address and have been blacklisted.\n";
eachIs("throttled rate_limited", "a refusal for volume is throttled", [
  ["AFNIC's limit and its negative", AFNIC],
  ["a quota", QUOTA],
  ["a capital sentence", "WHOIS LIMIT EXCEEDED - SEE WWW.NIC.EXAMPLE FOR DETAILS\n"],
  ["slow down", "Your connection limit exceeded. Please slow down and try again later.\n"],
  ["a grace period", "-1: Still in grace period, wait 7 seconds\n"],
  ["a black list", BLACKLISTED],
  ["a rate before a negative", `% Query rate limit exceeded. Reduced information.\n% No match for ${NAME}\n`],
  ["an HTTP answer", "HTTP/1.1 429 Too Many Requests\r\n\r\n"],
]);

const FORBIDDEN = "Requests of this client are not permitted. Please use https://www.nic.example/whois/ for queries.\n";
test.each([
  ["this client", FORBIDDEN, "unknown refused"],
  ["a status", "domain_name: maple-bakery.example\nquery_status: 440 Request Denied\n", "throttled refused"],
  ["a failure before a negative", "Internal server error\n\nNo match\n", "unknown unreachable"],
  ["a time-out", "Connection timed out\n\nDomain not found\n", "unknown timeout"],
])("any other refusal or failure is never available: %s", (_what, text, expected) => {
  expect(verdictOf(text)).toBe(expected);
});

eachIs(BAD, "an answer that proves nothing is unknown", [
  ["nothing", ""],
  ["line ends", "\r\n\r\n"],
  ["a page", "<html><body>Domain not found</body></html>\n"],
  ["a page of a gateway", "<!DOCTYPE html>\n<title>502</title>\nhost not found\n"],
  ["an HTTP answer", "HTTP/1.1 404 Not Found\r\n\r\nDomain not found\r\n"],
  ["JSON", '{"error": "not found"}\n'],
  ["a negative cut short", "No match fo"],
  ["terms cut short", 'No match for "maple-bakery.example".\n>>> Last update of WHOIS data'],
  ["terms alone", "Terms of use: queries tell whether a name is available or not found in the register.\n"],
]);

test.each([
  ...["the remote host was not found", "TLD not found", "Error: no such zone", "Not found in cache"],
  ...["You are not registered to use this service", "Domain is not managed by this register"],
  ...["No whois server is known for this kind of object.", "No match in our replica"],
  "This domain is not registered with us. Registrar lookup failed",
])("what else is not found is not our name in the register: %s", (text) => {
  expect(verdictOf(`${text}\n`)).toMatch(/^unknown /);
});

test.each([
  "NOTE: FAILURE TO LOCATE A RECORD IN THE WHOIS DATABASE IS NOT INDICATIVE OF THE AVAILABILITY OF A DOMAIN NAME.",
  "The absence of a record does not indicate that the name\nis available for registration.",
  "Use for any purpose other than determining the availability of a domain to be registered is strictly\nprohibited.",
  "Access to the whois service is rate limited. For more information, please see the guidance.",
  "You may not make excessive queries. Access may be withdrawn or restricted at any time.",
  "All rights reserved.",
])("terms of use are neither a negative nor a refusal: %s", (terms) => {
  expect(verdictOf(`${terms}\n`)).toBe(BAD);
  expect(verdictOf(`Domain not found.\n\n${terms}\n`)).toBe(FREE);
  expect(verdictOf(`${RECORD}\n${terms}\n`)).toBe(TAKEN);
});

eachIs(BAD, "an answer about another name proves nothing", [
  ["a record", RECORD.replace("MAPLE-BAKERY", "OTHER-BAKERY")],
  ["the extension's own record", "domain: EXAMPLE\norganisation: Example Registry\ncreated: 1999-01-01\n"],
  ["a status", "Domain: other-bakery.example\nStatus: free\n"],
  ["a sentence", 'No match for "other-bakery.example".\n'],
  ["the question", "%% [192.0.2.1 REQUEST] >> other-bakery.example\n%%\n\n%% No entries found in the database.\n"],
  ["a part of the name", 'No match for "maple-bakery.exa".\n'],
]);

test("an international name is the same in both forms", () => {
  const record = "Domain: érable.example\nStatus: active\n";
  expect(verdictOf(record, "xn--rable-9ra.example")).toBe(TAKEN);
  expect(verdictOf(record, "erable.example")).toBe(BAD);
});

test("without a name asked, the answer's own name is not checked", () => {
  expect(verdictOf(RECORD, "")).toBe(TAKEN);
  expect(verdictOf("Domain: other.example\nStatus: free\n", "")).toBe(FREE);
});

test.each<[expected: string, ...statuses: string[]]>([
  ["taken redemption", "redemptionPeriod https://icann.org/epp#redemptionPeriod", "in quarantine"],
  ["taken pending_delete", "pendingDelete", "to be released", "pending delete"],
  ["taken registered", "inactive", "clientHold", "connect", "failed", "NO-PROVIDER", "inactive / noProvider"],
  ["taken registered", "auto-renew grace"],
  ["reserved reserved", "RESERVED", "UNASSIGNABLE"],
  ["reserved blocked", "blocked"],
  ["invalid invalid_name", "invalid"],
])("a registry's own word makes it %s: %s", (expected, ...statuses) => {
  for (const status of statuses)
    for (const [name, key] of [["Domain", "Status"], ["Domain Name", "Domain Status"]]) // biome-ignore format: one line
      expect(verdictOf(`${name}: maple-bakery.example\n${key}: ${status}\n`), status).toBe(expected);
});

test.each([
  ["210 PendingRelease", "taken pending_delete"],
  ["230 Conflicted", "reserved reserved"],
])("a numbered status %s is %s", (status, expected) => {
  expect(verdictOf(`domain_name: maple-bakery.example\nquery_status: ${status}\n`)).toBe(expected);
});

test.each([
  ["Reserved by Registry\n", "reserved reserved"],
  ["This name is reserved by the Registry in accordance with ICANN Policy.\n", "reserved reserved"],
  ["Domain not available\n", "reserved reserved"],
  ["No Data Found\n\nThis name is not available for registration:\nThis name is reserved\n", "reserved reserved"],
  ["Sorry, The domain you requested is in the reserved list.\n", "reserved reserved"],
  ["This name subscribes to the Uni EPS+ product\n", "reserved blocked"],
  ["This platinum domain is available for purchase.\n", "reserved premium_hint"],
  ["Reserved - Premium Name (No match for maple-bakery.example)\n", "reserved premium_hint"],
])("a withheld name is reserved: %s", (text, expected) => {
  expect(verdictOf(text)).toBe(expected);
});

test.each([
  "Domain: maple-bakery.example\nStatus: NOT ALLOWED\nMessage: Use only approved characters.\n",
  "This domain cannot be registered because it contravenes the naming rules.\n",
  "Invalid query\n\nNo match for maple-bakery.example\n",
])("a name the registry does not accept is invalid: %s", (text) => {
  expect(verdictOf(text)).toBe("invalid invalid_name");
});

test("an operator's own wording for a withheld name makes it reserved, never available or unknown", () => {
  const phrases = { available: ["go ahead"], reserved: ["kept for the town"] };
  const ask = (text: string) => classifyWhois({ text, name: NAME, phrases });
  expect(ask("Kept for the town.\n")).toEqual({ status: "reserved", reason: "reserved" });
  expect(ask("Kept for the town. Go ahead.\n").status).toBe("reserved");
  expect(ask(`${RECORD}Remarks: kept for the town\n`).status).toBe("taken");
});

test("an operator's phrases add to what is recognised and never outrank a proof or a refusal", () => {
  const ask = (text: string) => {
    const phrases = { available: ["go ahead"], taken: ["somebody has it"], limited: ["come back tomorrow"] };
    const { status, reason } = classifyWhois({ text, name: NAME, phrases });
    return `${status} ${reason}`;
  };
  expect(ask("Go ahead!\n")).toBe(FREE);
  expect(ask("Somebody has it.\n")).toBe(TAKEN);
  expect(ask("Come back tomorrow. Go ahead.\n")).toBe("throttled rate_limited");
  expect(ask(`${RECORD}Remarks: go ahead\n`)).toBe(TAKEN);
  expect(ask("Too many requests\nGo ahead\n")).toBe("throttled rate_limited");
});

test.each([
  ...["Domain is pending deletion", "Domain is in quarantine period", "Reason: pending create", "Application pending"],
  ...["The domain is pending deletion and will be released", "The domain is scheduled for release"],
  ...["The domain has expired and is awaiting deletion", "The name may be in its redemption period"],
  ...["has been suspended", "sunrise / landrush", "This name is at auction", "The domain is parked", "Not available"],
  ...["The requested name is under dispute", "Delegated", "Registry lock", "Status: something new", "See registrar"],
  ...["ns1.sample-host.example", "Owned by Sample since 1999", "This name is on our list", "Not allowed"],
  ...["This domain is not allowed", "550 Forbidden", "The server is overloaded", "Registrar lookup failed"],
  ...["WARNING: connection to database lost, answer may be incomplete", "WARNING: this answer comes from a replica"],
])("what is said beside a negative is heard: %s", (line) => {
  for (const negative of ["No match for maple-bakery.example", "Domain not found", "Status: available"]) {
    for (const text of [`${negative}\n${line}\n`, `${negative}\n\n% ${line}\n\n`, `${line}\n\n${negative}.\n`]) {
      if (line.startsWith("ns1") && text.includes("%")) continue;
      expect(verdictOf(text), text).toMatch(/^unknown (?:conflict|refused|unreachable)$/);
    }
  }
});

test.each([
  "The registry cannot be held liable where the stored information would prove to be incomplete or inaccurate.",
  "No guarantee is given that the data are complete; expired or suspended names are shown with no responsibility.",
  "Any use of this material to target advertising or similar activities is forbidden and will be prosecuted.",
  "For more information on domain status codes, please visit https://www.nic.example/epp",
  "Please contact your registrar for additional information.",
  "Users are advised that the following activities are strictly forbidden:",
])("disclaimers and help do not speak against a negative: %s", (line) => {
  expect(verdictOf(`Domain not found.\n\n% ${line}\n`)).toBe(FREE);
});

test("the name repeated on its own line is no name server", () => {
  const name = "maple-bakery.co.example";
  expect(classifyWhois({ text: `${name}\n\nNot found\n`, name }).status).toBe("available");
  expect(classifyWhois({ text: `ns1.${name}\n\nNot found\n`, name }).status).toBe("unknown");
});

test("a long answer can prove a registration, never its absence", () => {
  const filler = `${"% ".padEnd(79, "x")}\n`.repeat(900);
  expect(verdictOf(`${RECORD}${filler}`)).toBe(TAKEN);
  expect(verdictOf(`Domain not found.\n\n${filler}`)).toBe(BAD);
});

test("an answer is read up to 64 KiB", () => {
  const filler = `%${" ".repeat(1_022)}\n`.repeat(64);
  const longest = `Domain not found.\n${filler}`.slice(0, 65_535);
  expect(verdictOf(`${longest}\n`)).toBe(FREE);
  expect(verdictOf(`${longest}\n\n`)).toBe(BAD);
  expect(verdictOf(`${longest}\n${RECORD}`)).toBe(BAD);
});

test.each([
  ["", BAD],
  ["  \n", BAD],
  ["HTTP/1.1  429 Too Many Requests\n", "throttled rate_limited"],
  ["HTTP/1.1  500 Oops\n\nDomain not found.\n", BAD],
  ["Served over HTTP/2 200\n\nDomain not found.\n", FREE],
  ["<!DOCTYPE sample>\n\nDomain not found.\n", BAD],
  [' \n<?xml version="1.0"?>\n\nDomain not found.\n', BAD],
  ['Domain not found.\n\n% Names {"sample"}\n', FREE],
  ["  HTTP/2 503 Unavailable\nDomain not found.\n", BAD],
  ["<HTML>\nDomain not found.\n", BAD],
  ['{ "a": 1 }\nDomain not found.\n', BAD],
  ["Domain not found.\n<body >\n", BAD],
  ["Domain not found.\n</html>\n", BAD],
  ["Domain not found.\u0000\n", BAD],
])("what is no answer of a WHOIS server is no proof: %j is %s", (text, expected) => {
  expect(verdictOf(text)).toBe(expected);
});

test("the question repeated names no record, whatever else there is", () => {
  const details = "Registrar: Sample\nCreation Date: 2020-01-01\nRegistry Expiry Date: 2030-01-01\n";
  for (const key of ["Query", "Object", "Domain"])
    expect(verdictOf(`${key}: other.example\n${details}`), key).toBe(BAD);
  expect(verdictOf(`Domain: maple-bakery.example (registered)\n${details}`)).toBe(TAKEN);
  expect(verdictOf("Domain: maple-bakery registered\n")).toBe(BAD);
});

test.each([
  ["its name and a detail", "Domain: maple-bakery.example\nCity: Springfield\n", TAKEN],
  ["its name alone", "Domain: maple-bakery.example\n", BAD],
  ["its first label and a detail", "Domain: maple-bakery\nCity: Springfield\n", BAD],
  ["the query and a detail", "Query: maple-bakery.example\nCity: Springfield\n", BAD],
  ["the object and a detail", "Object: maple-bakery.example\nCity: Springfield\n", BAD],
  ["a detail that is a host", "Contact: hostmaster.sample.example\n", BAD],
  [
    "another name beside its own",
    "Domain: other.example\nDomain Name: maple-bakery.example\nCity: Springfield\n",
    TAKEN,
  ],
])("the least that makes a record: %s", (_what, text, expected) => {
  expect(verdictOf(text)).toBe(expected);
});

test.each([
  ["a record", "Domain: maple-bakery.example\nCity: Springfield\n\nNot found\n", "unknown conflict"],
  [
    "four fields of any name",
    "Colour: red\nShape: round\nTaste: sweet\nWeight: low\n\nNot found\n",
    "unknown conflict",
  ],
  ["three fields of any name", "Colour: red\nShape: round\nTaste: sweet\n\nNot found\n", FREE],
  ["another name with a remark", "Domain: other.example (sample)\n\nNot found\n", BAD],
  ["words where a name would be", "Domain: not found\n", FREE],
  ["a status where a name would be", "Domain: available\n", FREE],
])("a negative beside %s", (_what, text, expected) => {
  expect(verdictOf(text)).toBe(expected);
});

eachIs("reserved reserved", "a reserved name is never taken", [
  ["prohibited", "The domain you requested is prohibited.\n"],
  ["prohibited, in a comment", "% This name is prohibited.\n"],
  ["a policy", "This domain name is not allowed by the policy of this registry.\n"],
  ["a policy, by its name", `${NAME} is not permitted by registry policy\n`],
  [
    "a status, with a holder and a date",
    `Domain Name: ${NAME}\nCreation Date: 2009-02-09\nStatus: RESERVED\nRegistrant: X Inc.\n`,
  ],
  [
    "a sentence, with the registry as its registrar",
    `Domain Name: ${NAME}\nRegistrar: The Registry\n\nThis name is reserved.\n`,
  ],
]);

/** Comment lines of terms of use, broken so that one of them stands like a verdict. */
const termsWith = (
  line: string,
) => `% Terms of use. By submitting a query you agree to use this data for lawful purposes only,
% and not to enable or support unsolicited mass advertising, by whatever means it is sent or made.
% High-volume, automated processes that query this service are prohibited. Who sends them is refused.
% ${line}
% The registry may change these terms at any time.
`;

describe("a line in the terms of use decides nothing", () => {
  const bases: [verdict: string, text: string][] = [
    [FREE, "No match for maple-bakery.example.\n"],
    [TAKEN, RECORD],
    ["reserved reserved", "The domain you requested is prohibited.\n"],
    ["throttled rate_limited", "Query rate limit exceeded.\n"],
    [BAD, "Welcome.\n"],
  ];
  const lines = [
    "Blacklisted.",
    "Query limit exceeded.",
    "Access denied.",
    "This name is reserved.",
    "No match found.",
    "Invalid query.",
  ];
  lines.push("The domain is already registered.", "Premium name.", "Domain not found.", "Service unavailable.");
  test.each(lines)("%s", (line) => {
    for (const [expected, text] of bases) {
      expect(verdictOf(`${termsWith(line)}\n${text}`), "before").toBe(expected);
      expect(verdictOf(`${text}\n${termsWith(line)}`), "after").toBe(expected);
    }
    const phrases = { available: [line], limited: ["no such phrase"] };
    expect(classifyWhois({ text: termsWith(line), name: NAME, phrases }).status, "the operator's phrase").toBe(
      "unknown",
    );
  });
});
