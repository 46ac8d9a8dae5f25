import { domainToUnicode } from "node:url";
import { terms, type WhoisDialect } from "./dialect.ts";

/** Asked with `-T dn,ace`, it prints both forms of an internationalised name. */
function names(name: string): string {
  const unicode = domainToUnicode(name);
  return unicode === name ? `Domain: ${name}\n` : `Domain: ${unicode}\nDomain-Ace: ${name}\n`;
}

/** .de: a status and the name servers, no dates and no people. */
export const DENIC: WhoisDialect = {
  encoding: "utf8",
  registered: ({ name, inRedemption, nameServers, updated }) =>
    `${terms("% ", "DENIC")}\n%\n\n${names(name)}${nameServers.map((host) => `Nserver: ${host}\n`).join("")}` +
    `Status: ${inRedemption ? "redemptionPeriod" : "connect"}\nChanged: ${updated.toISOString().slice(0, 19)}+00:00\n`,
  available: (name) => `${names(name)}Status: free\n`,
  reserved: (name) => `${names(name)}Status: prohibited\n`,
  throttled: () => "% Error: 55000000002 Connection refused; access control limit exceeded.\n",
};
