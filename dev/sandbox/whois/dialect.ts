import type { DomainRecord } from "../registrations.ts";

/**
 * The replies of one registry's WHOIS server or availability service. Lines end with `\n` here, and the server sends
 * `\r\n` (RFC 3912).
 */
export interface LineDialect {
  /**
   * Returns the record with the fields that a check reads: domain, status, dates and nameservers. It contains no
   * personal data.
   */
  registered(record: DomainRecord, at: Date): string;
  available(name: string, at: Date): string;
  /** Returns the reply for a domain that the registry withholds. */
  reserved(name: string, at: Date): string;
  /** Returns the reply for a client that has sent too many queries. */
  throttled(name: string, at: Date): string;
  /**
   * The reply for an `other-` domain, if a record in this dialect does not name its domain and would seem to be about
   * the requested domain.
   */
  readonly ofAnother?: string;
  /** The encoding, if the replies are not ASCII. */
  readonly encoding?: "latin1" | "utf8";
}

/**
 * Returns terms of use that are as long and as misleading as those of real servers.
 * @param mark the beginning of each line
 */
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

/**
 * Returns `name: value` lines, one for each value.
 * @param width the width of the names' column; by default, a value follows its name directly
 */
export function fields(values: Fields, width = 0): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
  return pairs.map(([name, value]) => `${`${name}:`.padEnd(width || name.length + 2)}${value}`).join("\n");
}

/**
 * Returns headings with their values below them.
 * @param indent the indentation of each value
 */
export function sections(values: Fields, indent: string): string {
  return Object.entries(values)
    .map(([heading, value]) => [`${heading}:`, ...[value].flat().map((each) => `${indent}${each}`)].join("\n"))
    .join("\n\n");
}

/** Formats a time as `2026-11-20T09:30:00Z`. */
export function instant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
