import { ABUSE_EMAIL, ABUSE_PHONE, terms, type WhoisDialect } from "./dialect.ts";

const head = (name: string, status: string) => `Domain name: ${name}\nStatus:      ${status}`;
const answer = (body: string) =>
  `${body}\n\nRecord maintained by: SIDN BV (sandbox)\n\nCopyright notice\n${terms("", "SIDN")}\n`;
const list = (values: readonly string[]) => values.map((value) => `   ${value}`).join("\n");

/** .nl: one line for a free name. */
export const SIDN: WhoisDialect = {
  registered: ({ name, registrar, inRedemption, created, updated, nameServers }) =>
    answer(
      [
        head(name, inRedemption ? "in quarantine" : "active"),
        `Registrar:\n${list([registrar, "1 Sandbox Street", "Canada"])}`,
        `Abuse Contact:\n${list([ABUSE_PHONE, ABUSE_EMAIL])}`,
        `Creation Date: ${created.toISOString().slice(0, 10)}`,
        `Updated Date: ${updated.toISOString().slice(0, 10)}`,
        "DNSSEC:      no",
        ...(nameServers.length === 0 ? [] : [`Domain nameservers:\n${list(nameServers)}`]),
      ].join("\n\n"),
    ),
  available: (name) => `${name} is free\n`,
  reserved: (name) => answer(head(name, "excluded")),
  throttled: () => "daily whois-limit exceeded for client 127.0.0.1\n",
};
