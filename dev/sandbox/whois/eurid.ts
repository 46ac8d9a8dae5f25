import type { DomainRecord } from "../registrations.ts";
import { ABUSE_EMAIL, REGISTRAR_URL, sections, terms, type WhoisDialect } from "./dialect.ts";

function record({ name, registrar, nameServers }: DomainRecord): string {
  const rows = [
    ["Registrant", ["NOT DISCLOSED!", "Visit www.eurid.eu for the web-based WHOIS."]],
    ["Technical", ["Organisation: Sandbox Hosting", "Language: en", `Email: ${ABUSE_EMAIL}`]],
    ["Registrar", [`Name: ${registrar}`, `Website: ${REGISTRAR_URL}`]],
    ["Name servers", nameServers],
  ] as const;
  return `Domain: ${name}\nScript: LATIN\n\n${sections(rows, "        ")}\n\nPlease visit www.eurid.eu for more info.`;
}

const answer = (body: string) => `${terms("% ", "EURid")}\n%\n${body}\n`;
const bare = (name: string, status: string) => answer(`Domain: ${name}\nScript: LATIN\nStatus: ${status}\n`);

/** .eu. */
export const EURID: WhoisDialect = {
  registered: (domain) => (domain.inRedemption ? bare(domain.name, "QUARANTINE") : answer(record(domain))),
  available: (name) => bare(name, "AVAILABLE"),
  reserved: (name) => bare(name, "RESERVED"),
  throttled: (name) => answer(`% WHOIS ${name}\n-1: Still in grace period, wait 42 seconds`),
};
