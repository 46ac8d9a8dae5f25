import type { DomainRecord } from "../registrations.ts";
import { dayMonthYear, REGISTRANT, REGISTRAR_URL, terms, type WhoisDialect } from "./dialect.ts";

function answer(body: string, at: Date): string {
  const indented = body.replace(/^(?=.)/gm, "    ");
  const lookup = `    WHOIS lookup made at ${at.toISOString().slice(11, 19)} ${dayMonthYear(at)}`;
  return `\n${indented}\n\n${lookup}\n\n-- \n${terms("", "Nominet")}\n`;
}

function record({ name, registrar, inRedemption, created, expires, updated, nameServers }: DomainRecord): string {
  const sections = [
    ["Domain name:", name],
    ["Registrant:", REGISTRANT],
    ["Registrar:", `${registrar} [Tag = SANDBOX]`, `URL: ${REGISTRAR_URL}`],
    [
      "Relevant dates:",
      `Registered on: ${dayMonthYear(created)}`,
      `Expiry date:  ${dayMonthYear(expires)}`,
      `Last updated:  ${dayMonthYear(updated)}`,
    ],
    ["Registration status:", inRedemption ? "Renewal required." : "Registered until expiry date."],
    ["Name servers:", ...(nameServers.length === 0 ? ["No name servers listed."] : nameServers)],
  ];
  return sections
    .map(([heading, ...values]) => [heading, ...values.map((value) => `    ${value}`)].join("\n"))
    .join("\n\n");
}

/** .uk and what is under it: headings with their values below them. */
export const NOMINET: WhoisDialect = {
  registered: (domain, at) => answer(record(domain), at),
  available: (name, at) => answer(`No match for "${name}".\n\nThis domain name has not been registered.`, at),
  reserved: (name, at) => answer(`Error for "${name}".\n\nThis domain name is reserved and cannot be registered.`, at),
  throttled: (name, at) =>
    answer(
      `Error for "${name}".\n\nThe WHOIS query quota for 127.0.0.1 has been exceeded\nand will be replenished in 50 seconds.`,
      at,
    ),
};
