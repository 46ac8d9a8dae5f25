import { domainToUnicode } from "node:url";

/** A group of domains with a fixed behaviour, under any extension. */
export interface SandboxName {
  /** The beginning of the first label, before a hyphen. */
  readonly prefix: string;
  /** How the registry replies to a query about a domain with this prefix. */
  readonly does: string;
  /** The result of a check of a domain with this prefix. */
  readonly check: "available" | "taken" | "unavailable" | "unknown";
}

/** Every prefix that the sandbox registry knows: `free-anything.ca`, `taken-anything.co.uk`, and so on. */
export const SANDBOX_NAMES = [
  { prefix: "free", does: "says that there is no such registration", check: "available" },
  {
    prefix: "gold",
    does: "is free; the registrar sells it at a special price, so no order takes it",
    check: "unavailable",
  },
  { prefix: "lost", does: "is free; the registrar registers it and loses its first answer", check: "available" },
  { prefix: "taken", does: "gives the record of a registration", check: "taken" },
  { prefix: "kept", does: "gives the record of a registration, whose transfer is rejected", check: "taken" },
  { prefix: "reserved", does: "says that the registry withholds the name", check: "unavailable" },
  { prefix: "redemption", does: "gives a record in the redemption period", check: "taken" },
  { prefix: "throttle", does: "refuses: too many queries", check: "unknown" },
  { prefix: "refuse", does: "refuses this name alone: RDAP 403, elsewhere in words", check: "unknown" },
  { prefix: "slow", does: "says nothing for 20 s, then closes", check: "unknown" },
  { prefix: "hang", does: "says nothing and never closes", check: "unknown" },
  { prefix: "drip", does: "sends its answer one byte a second", check: "unknown" },
  { prefix: "flood", does: "sends 10 MB without a line end", check: "unknown" },
  { prefix: "truncated", does: "stops in the middle of its answer", check: "unknown" },
  { prefix: "empty", does: "closes without sending anything", check: "unknown" },
  { prefix: "reset", does: "resets the connection (TCP RST)", check: "unknown" },
  { prefix: "garbage", does: "sends an HTML page", check: "unknown" },
  { prefix: "html404", does: "RDAP: 404 with an HTML page; elsewhere an HTML page", check: "unknown" },
  { prefix: "loop", does: "RDAP: redirects to itself; elsewhere an HTML page", check: "unknown" },
  { prefix: "other", does: "gives the record of another name", check: "unknown" },
  { prefix: "mixed", does: "says both 'too many requests' and 'no entries found'", check: "unknown" },
] as const satisfies readonly SandboxName[];

/** A prefix of `SANDBOX_NAMES`. */
export type Prefix = (typeof SANDBOX_NAMES)[number]["prefix"];

/**
 * Returns the prefix of `name` (A-label form); `null` for an ordinary domain. An internationalised label is read as
 * Unicode.
 */
export function prefixOf(name: string): Prefix | null {
  const [label = ""] = domainToUnicode(name).split(".", 1);
  return (
    SANDBOX_NAMES.find(({ prefix }) => label.startsWith(`${prefix}-`) && label.length > prefix.length + 1)?.prefix ??
    null
  );
}

/**
 * Returns the table of prefixes as text, with one line for each prefix.
 * @param extension with its leading dot
 */
export function describeSandboxNames(extension = ".ca"): string {
  const rows = SANDBOX_NAMES.map(({ prefix, does, check }) => [`${prefix}-anything${extension}`, check, does] as const);
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  return rows.map(([name, check, does]) => `${name.padEnd(width(0))}  ${check.padEnd(width(1))}  ${does}`).join("\n");
}

/**
 * Returns the auth code of a domain at another registrar. If the extension uses auth codes, a transfer to the
 * provider's registrar succeeds only with this code.
 */
export function authCodeElsewhere(name: string): string {
  return `code-of-${name}`;
}

/**
 * Returns the text that explains how to transfer domains in.
 * @param extension with its leading dot
 */
export function describeTransfers(extension = ".ca"): string {
  const name = `taken-anything${extension}`;
  return `${name} can be transferred in: its auth code is ${authCodeElsewhere(name)}; any other one fails.`;
}
