import type { DomainRecord } from "../registrations.ts";

/** The answers of one registry's WHOIS server or availability service. Lines end in `\n` here; the server sends `\r\n` (RFC 3912). */
export interface LineDialect {
  /** The fields that a check reads: name, status, dates and name servers. Contains no personal data. */
  registered(record: DomainRecord, at: Date): string;
  available(name: string, at: Date): string;
  /** Withheld by the registry. */
  reserved(name: string, at: Date): string;
  /** The client queried too often. */
  throttled(name: string, at: Date): string;
  /** Replaces another name's record, if an answer does not repeat its name and would count as this one's. */
  readonly ofAnother?: string;
  /** The encoding, if it is not ASCII. */
  readonly encoding?: "latin1" | "utf8";
}

/** Terms of use, as long and as misleading as those of real servers. `mark` begins each line. */
export function terms(mark: string): string {
  const lines = [
    "This is the sandbox of a WHOIS service. Its data are invented and",
    "provided for information purposes only, without any guarantee of accuracy.",
    "",
    "By submitting a query you agree not to use the data to allow or support",
    "unsolicited commercial advertising, nor to enable high volume, automated",
    "processes. If too many queries are sent, access may be denied or limited. The",
    "absence of a record does not necessarily mean that a name is available for",
    "registration: it may be reserved, blocked or otherwise not found here.",
    "All rights reserved.",
  ];
  return lines.map((line) => `${mark}${line}`.trimEnd()).join("\n");
}

type Fields = Record<string, string | readonly string[]>;

/** `name: value` lines, one for each value; the values in one column if `width` is given. */
export function fields(values: Fields, width = 0): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
  return pairs.map(([name, value]) => `${`${name}:`.padEnd(width || name.length + 2)}${value}`).join("\n");
}

/** Headings with their values below them, `indent` before each. */
export function sections(values: Fields, indent: string): string {
  return Object.entries(values)
    .map(([heading, value]) => [`${heading}:`, ...[value].flat().map((each) => `${indent}${each}`)].join("\n"))
    .join("\n\n");
}

/** `2026-11-20T09:30:00Z` */
export function instant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
