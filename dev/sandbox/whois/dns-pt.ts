import { ABUSE_EMAIL, fields, REGISTRANT, slashed, type WhoisDialect } from "./dialect.ts";

/** .pt: the only one here that does not send UTF-8. */
export const DNS_PT: WhoisDialect = {
  encoding: "latin1",
  registered: ({ name, registrar, inRedemption, created, expires, nameServers }) =>
    `${fields([
      ["Domain", name],
      ["Domain Status", inRedemption ? "Redemption Period" : "Registered"],
      ["Creation Date", `${slashed(created)} 00:00:00`],
      ["Expiration Date", `${slashed(expires)} 23:59:00`],
      ["Owner Name", REGISTRANT],
      ["Owner Address", "Praça do Exemplo, nº 1"],
      ["Owner Locality", "Évora"],
      ["Owner Email", ABUSE_EMAIL],
      ["Admin Name", registrar],
      ["Admin Email", ABUSE_EMAIL],
      ...nameServers.map((host) => ["Name Server", `${host} | IPv4: and IPv6:`] as const),
    ])}\n`,
  available: (name) => `${name} - No Match\n`,
  reserved: (name) =>
    `${fields([
      ["Domain", name],
      ["Domain Status", "Reserved"],
    ])}\n`,
  throttled: () => "Número máximo de pedidos excedido / Too many requests, please try again later\n",
};
