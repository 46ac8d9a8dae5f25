import type { DomainRecord } from "../registrations.ts";

/** How one registry's WHOIS server words its answers. Lines end in `\n` here; the server sends `\r\n` (RFC 3912). */
export interface WhoisDialect {
  registered(record: DomainRecord, at: Date): string;
  available(name: string, at: Date): string;
  /** Withheld by the registry. */
  reserved(name: string, at: Date): string;
  /** The client asked too often. */
  throttled(name: string, at: Date): string;
  /** Of the bytes, where they are not ASCII. */
  readonly encoding?: "latin1" | "utf8";
}

/** The invented contact data every record shows. No person is named. */
export const REGISTRANT = "Example Registrant";
export const REGISTRAR_URL = "https://registrar.example";
export const ABUSE_EMAIL = "abuse@registrar.example";
export const ABUSE_PHONE = "+1.5555550100";

/** Terms of use, as long and as full of traps as those of real servers. `mark` begins each line. */
export function terms(mark: string, registry: string): string {
  const lines = [
    `This is the sandbox of the ${registry} WHOIS service. Its data are invented and`,
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

/** `name: value` lines, the values in one column where `width` is given. */
export function fields(pairs: readonly (readonly [name: string, value: string])[], width = 0): string {
  return pairs
    .map(([name, value]) => `${`${name}:`.padEnd(width)}${width === 0 ? " " : ""}${value}`.trimEnd())
    .join("\n");
}

/** Headings with their values below them, `indent` before each. */
export function sections(
  rows: readonly (readonly [heading: string, values: readonly string[]])[],
  indent: string,
): string {
  return rows
    .map(([heading, values]) => [`${heading}:`, ...values.map((value) => `${indent}${value}`)].join("\n"))
    .join("\n\n");
}

/** `2026-11-20T09:30:00Z` */
export function instant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** `20-Nov-2026` */
export function dayMonthYear(date: Date): string {
  const month = date.toLocaleString("en", { month: "short", timeZone: "UTC" });
  return `${String(date.getUTCDate()).padStart(2, "0")}-${month}-${date.getUTCFullYear()}`;
}

/** `20/11/2026` */
export function slashed(date: Date): string {
  return date.toISOString().slice(0, 10).split("-").reverse().join("/");
}
