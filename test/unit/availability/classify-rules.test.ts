import { describe, expect, test } from "vitest";
import type { Phrases } from "../../../durable-objects/registry/source-types.ts";
import { classifyDas } from "../../../workers/catalogue/availability/classify/classify-das.ts";
import { classifyRdap } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";
import { classifyWhois, phraseVerdict } from "../../../workers/catalogue/availability/classify/classify-whois.ts";
import { maskDomains } from "../../../workers/catalogue/availability/classify/domain-name.ts";
import { evidenceOf } from "../../../workers/catalogue/availability/classify/evidence.ts";
import { MAX_STATEMENT } from "../../../workers/catalogue/availability/classify/statement-wording.ts";

/* These rules do not fit into rows of `classified/`: the effect of additional text, and the length limits. */

const NAME = "maple-bakery.example";
const FREE = "available no_registration_found";
const TAKEN = "taken registered";
const BAD = "unknown bad_answer";

function verdictOf(text: string, phrases: Phrases = {}): string {
  const { status, reason } = classifyWhois({ text, name: NAME, phrases });
  return `${status} ${reason}`;
}

const RECORD = `Domain Name: MAPLE-BAKERY.EXAMPLE
Registrar: Sample Names Inc.
Creation Date: 2011-05-04T10:00:00Z
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Name Server: NS1.SAMPLE-HOST.EXAMPLE
`;

test.each([
  ...["Domain Not Found LLC", "No Match Dating", "WHOIS LIMIT EXCEEDED Inc"],
  ...["Available", "Reserved", "Too many requests"],
])("a registrant's own text does not affect the verdict: %s", (organisation) => {
  expect(verdictOf(`${RECORD}Registrant Organization: ${organisation}\n`)).toBe(TAKEN);
  const lines = `    ${organisation}\n`.repeat(2);
  expect(verdictOf(`Domain Name: maple-bakery.example\n\nRegistrant:\n${lines}`)).toBe(TAKEN);
  for (const key of ["Name", "Descr", "Remarks", "Organisation", "State"]) {
    expect(verdictOf(`Domain: maple-bakery.example\n${key}: ${organisation}\n`)).not.toBe(FREE);
  }
});

test.each([
  "NOTE: FAILURE TO LOCATE A RECORD IN THE WHOIS DATABASE IS NOT INDICATIVE OF THE AVAILABILITY OF A DOMAIN NAME.",
  "The absence of a record does not indicate that the name\nis available for registration.",
  "Use for any purpose other than determining the availability of a domain to be registered is strictly\nprohibited.",
  "Access to the whois service is rate limited. For more information, please see the guidance.",
  "You may not make excessive queries. Access may be withdrawn or restricted at any time.",
  "All rights reserved.",
])("terms of use prove neither that a domain is free nor that the query was refused: %s", (terms) => {
  expect(verdictOf(`${terms}\n`)).toBe(BAD);
  expect(verdictOf(`Domain not found.\n\n${terms}\n`)).toBe(FREE);
  expect(verdictOf(`${RECORD}\n${terms}\n`)).toBe(TAKEN);
});

test("an operator's phrase for a withheld domain makes the domain reserved", () => {
  const phrases = { available: ["go ahead"], reserved: ["kept for the town"] };
  expect(verdictOf("Kept for the town.\n", phrases)).toBe("reserved reserved");
  expect(verdictOf("Kept for the town. Go ahead.\n", phrases)).toBe("reserved reserved");
  expect(verdictOf(`${RECORD}Remarks: kept for the town\n`, phrases)).toBe(TAKEN);
});

test("an operator's phrases add to the known ones but do not override a proof or a refusal", () => {
  const phrases = { available: ["go ahead"], taken: ["somebody has it"], limited: ["come back tomorrow"] };
  const ask = (text: string) => verdictOf(text, phrases);
  expect(ask("Go ahead!\n")).toBe(FREE);
  expect(ask("Somebody has it.\n")).toBe(TAKEN);
  expect(ask("Come back tomorrow. Go ahead.\n")).toBe("throttled rate_limited");
  expect(ask(`${RECORD}Remarks: go ahead\n`)).toBe(TAKEN);
  expect(ask("Too many requests\nGo ahead\n")).toBe("throttled rate_limited");
  expect(ask("Go ahead.\n\nDomain is pending deletion\n"), "nor a contradiction").toBe("unknown conflict");
});

test("a reply over HTTP is available only if it has an operator's phrase", () => {
  const phrases = { available: ["go ahead"] };
  const free = { status: "available", reason: "no_registration_found" };
  expect(phraseVerdict("You may GO AHEAD.", phrases)).toEqual(free);
  expect(phraseVerdict("Not found.", phrases)).toBeNull();
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
])("a statement next to a negative response makes the verdict uncertain: %s", (line) => {
  for (const negative of ["No match for maple-bakery.example", "Domain not found", "Status: available"]) {
    for (const text of [`${negative}\n${line}\n`, `${negative}\n\n% ${line}\n\n`, `${line}\n\n${negative}.\n`]) {
      if (line.startsWith("ns1") && text.includes("%")) continue;
      expect(verdictOf(text), text).toMatch(/^unknown (?:conflict|refused|unreachable)$/);
    }
  }
});

test("a long response can prove a registration but never its absence", () => {
  const filler = `${"% ".padEnd(79, "x")}\n`.repeat(900);
  expect(verdictOf(`${RECORD}${filler}`)).toBe(TAKEN);
  expect(verdictOf(`Domain not found.\n\n${filler}`)).toBe(BAD);
});

test("a response of up to 64 KiB is read", () => {
  const filler = `%${" ".repeat(1_022)}\n`.repeat(64);
  const longest = `Domain not found.\n${filler}`.slice(0, 65_535);
  expect(verdictOf(`${longest}\n`)).toBe(FREE);
  expect(verdictOf(`${longest}\n\n`)).toBe(BAD);
  expect(verdictOf(`${longest}\n${RECORD}`)).toBe(BAD);
});

/** Returns the comment lines of terms of use. A line break makes one line look like a verdict. */
const termsWith = (
  line: string,
) => `% Terms of use. By submitting a query you agree to use this data for lawful purposes only,
% and not to enable or support unsolicited mass advertising, by whatever means it is sent or made.
% High-volume, automated processes that query this service are prohibited. Who sends them is refused.
% ${line}
% The registry may change these terms at any time.
`;

describe("a line in the terms of use", () => {
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
  test.each(lines)("does not affect the verdict: %s", (line) => {
    for (const [expected, text] of bases) {
      expect(verdictOf(`${termsWith(line)}\n${text}`), "before").toBe(expected);
      expect(verdictOf(`${text}\n${termsWith(line)}`), "after").toBe(expected);
    }
    const phrases = { available: [line], limited: ["no such phrase"] };
    expect(verdictOf(termsWith(line), phrases), "the operator's phrase").toMatch(/^unknown /);
  });
});

describe("length limits", () => {
  const NOTICED = "This domain is reserved by the registry";
  const PROHIBITED = "Its registration is prohibited by law. ";
  const RESERVED = "reserved reserved";
  test.each<[what: string, longest: number, members: (length: number) => object, within: string, beyond: string]>([
    ["a notice", 240, (length) => ({ notices: [{ description: [NOTICED.padEnd(length)] }] }), RESERVED, FREE],
    ["a text that withholds the domain", 240, (length) => ({ title: PROHIBITED.padEnd(length, "x") }), RESERVED, FREE],
    ["a text about something else", 240, (length) => ({ title: "x".repeat(length) }), BAD, FREE],
    ["an error text", 4_000, (length) => ({ title: "x".repeat(length) }), FREE, BAD],
  ])("%s in RDAP is read up to %i characters", (_, longest, members, within, beyond) => {
    const of = (length: number) => {
      const body = JSON.stringify({ errorCode: 404, ...members(length) });
      const { status, reason } = classifyRdap({
        ...{ status: 404, body, name: NAME, contentType: "application/rdap+json", trusted404: true },
      });
      return `${status} ${reason}`;
    };
    expect([of(longest), of(longest + 1)]).toEqual([within, beyond]);
  });

  const lineOf = (status: string) => `%% RC = 0\nDomain: maple-bakery\nStatus: ${status}\n`;
  const statusOf = (text: string, dialect: "eu" | "be" = "eu") =>
    classifyDas({ text, name: `maple-bakery.${dialect}`, dialect }).status;

  test("a response from a domain availability server is read up to 8 KiB", () => {
    const padded = (length: number) => `${lineOf("AVAILABLE")}${"% more\n".repeat(2_000)}`.slice(0, length - 1);
    expect([8_192, 8_193].map((length) => statusOf(`${padded(length)}\n`))).toEqual(["available", "unknown"]);
  });

  test.each(["eu", "be"] as const)("a truncated .%s response does not prove that a domain is available", (dialect) => {
    const whole = lineOf("NOT AVAILABLE").replace("maple-bakery", dialect === "eu" ? "$&" : "$&.be");
    for (let length = 0; length < whole.length; length += 1)
      expect(statusOf(whole.slice(0, length), dialect)).not.toBe("available");
    expect(statusOf(whole, dialect)).toBe("taken");
  });
});

test("an empty text has no evidence, a heading has at most 40 lines, and a value has at most 994 characters", () => {
  const nothing = { fields: [], statements: [], hostLines: [], otherFields: 0, cut: false, withoutTerms: "" };
  expect(evidenceOf("")).toEqual(nothing);
  expect(evidenceOf(`Registrar:${"\nSample".repeat(50)}`).fields).toHaveLength(40);
  expect(evidenceOf("Registrar:\n\nNot found\n").statements.map(({ text }) => text)).toEqual(["not found"]);
  expect(evidenceOf("Domain name\n\nNot found\n").statements.map(({ text }) => text)).toEqual([
    "domain name",
    "not found",
  ]);
  expect(evidenceOf(`City: ${"x".repeat(2_000)}`).fields[0]?.value).toHaveLength(994);
  expect(maskDomains("a.example is not b.example", "@")).toBe("@ is not @");
});

test("only a block of comment lines that is too long for a statement and mentions a policy is terms of use", () => {
  const policy = "the terms of use apply";
  const block = (length: number) => `% ${policy}\n% ${"x".repeat(length - policy.length - 1)}\n`;
  const withoutTerms = (text: string) => evidenceOf(text).withoutTerms;
  expect(withoutTerms(block(MAX_STATEMENT + 1))).toBe("");
  expect(withoutTerms(block(MAX_STATEMENT))).toBe(block(MAX_STATEMENT));
  expect(withoutTerms(`Go ahead\n${block(MAX_STATEMENT + 1)}now`)).toBe("Go ahead\nnow");
  const halves = block(MAX_STATEMENT + 1).replace("\n", "\n%\n");
  expect(withoutTerms(halves), "an empty line ends a block").toBe(halves);
  expect(withoutTerms(`% ${"x".repeat(MAX_STATEMENT)}\n% terms\n% y\n`), "one word on a line").toBe("");
});
