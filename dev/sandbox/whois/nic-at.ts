import { ABUSE_PHONE, fields, REGISTRANT, terms, type WhoisDialect } from "./dialect.ts";

const WIDTH = 16;

/** `20261120 09:30:00` */
function changed(date: Date): string {
  return `${date.toISOString().slice(0, 10).replaceAll("-", "")} ${date.toISOString().slice(11, 19)}`;
}

const answer = (body: string) => `${terms("% ", "nic.at")}\n%\n${body}\n\n`;

/** .at: RIPE's form, with a handle for every person. It shows no redemption. */
export const NIC_AT: WhoisDialect = {
  registered: ({ name, registrar, updated, nameServers }) => {
    const domain = fields(
      [
        ["domain", name],
        ["registrar", `${registrar} ( https://nic.at/registrar/9999 )`],
        ["registrant", "ER9999999-NICAT"],
        ["tech-c", "ER9999998-NICAT"],
        ...nameServers.map((host) => ["nserver", host] as const),
        ["changed", changed(updated)],
        ["source", "AT-DOM"],
      ],
      WIDTH,
    );
    const holder = fields(
      [
        ["personname", ""],
        ["organization", REGISTRANT],
        ["country", "Canada"],
        ["phone", ABUSE_PHONE],
        ["nic-hdl", "ER9999999-NICAT"],
        ["changed", changed(updated)],
        ["source", "AT-DOM"],
      ],
      WIDTH,
    );
    return answer(`${domain}\n\n${holder}`);
  },
  available: () => answer("% nothing found"),
  reserved: (name) => answer(`% The domain name ${name} is reserved and cannot be registered`),
  throttled: () => answer("% Quota exceeded"),
};
