import { ABUSE_EMAIL, fields, REGISTRANT, REGISTRAR_URL, slashed, terms, type WhoisDialect } from "./dialect.ts";

const WIDTH = 16;
const answer = (body: string) => `${terms("% ", "DNS-LU")}\n%\n${body}\n%\n`;

/** .lu: what the others call a status is a `domaintype`. */
export const DNS_LU: WhoisDialect = {
  registered: ({ name, registrar, inRedemption, created, nameServers }) =>
    answer(
      fields(
        [
          ["domainname", name],
          ["domaintype", inRedemption ? "REDEMPTION" : "ACTIVE"],
          ...nameServers.map((host) => ["nserver", host] as const),
          ["ownertype", "ORGANISATION"],
          ["registered", slashed(created)],
          ["org-name", REGISTRANT],
          ["org-country", "CA"],
          ["registrar-name", registrar],
          ["registrar-email", ABUSE_EMAIL],
          ["registrar-url", REGISTRAR_URL],
        ],
        WIDTH,
      ),
    ),
  available: () => answer("% No such domain"),
  reserved: (name) =>
    answer(
      fields(
        [
          ["domainname", name],
          ["domaintype", "RESERVED"],
        ],
        WIDTH,
      ),
    ),
  throttled: () => answer("% Query limit exceeded, please try again later"),
};
