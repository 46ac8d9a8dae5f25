import type { DomainRecord } from "../registrations.ts";
import { ABUSE_EMAIL, ABUSE_PHONE, REGISTRAR_URL, sections, terms, type WhoisDialect } from "./dialect.ts";

function record({ registrar, nameServers }: DomainRecord): string {
  const rows = [
    ["Registrant", ["Not shown, please visit www.dnsbelgium.be for webbased whois."]],
    [
      "Registrar Technical Contacts",
      ["Organisation:\tSandbox Hosting", "Language:\ten", `Phone:\t${ABUSE_PHONE}`, `Email:\t${ABUSE_EMAIL}`],
    ],
    ["Registrar", [`Name:\t${registrar}`, `Website:\t${REGISTRAR_URL}`]],
    ["Nameservers", nameServers],
    ["Keys", []],
    ["Flags", ["clientTransferProhibited"]],
  ] as const;
  return `${sections(rows, "\t")}\n\nPlease visit www.dnsbelgium.be for more info.`;
}

const answer = (body: string) => `% .be Whois Server 6.1 (sandbox)\n%\n${terms("% ", "DNS Belgium")}\n%\n\n${body}\n\n`;
const head = (name: string, status: string) => `Domain:\t${name}\nStatus:\t${status}`;

/** .be: tabs between names and values. */
export const DNS_BELGIUM: WhoisDialect = {
  registered: (domain) => {
    const status = head(domain.name, domain.inRedemption ? "QUARANTINE" : "NOT AVAILABLE");
    const registered = `Registered:\t${domain.created.toDateString()}`;
    return answer([`${status}\n${registered}`, ...(domain.inRedemption ? [] : [record(domain)])].join("\n\n"));
  },
  available: (name) => answer(head(name, "AVAILABLE")),
  reserved: (name) => answer(head(name, "RESERVED")),
  throttled: (name) => answer(`% WHOIS ${name}\n% Excessive querying, grace period of 42 seconds`),
};
