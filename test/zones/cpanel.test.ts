import { describe, expect, test } from "vitest";
import { ANA, useCpanel } from "./support/cpanel-world.ts";
import { readZone, zoneContract } from "./support/zone-contract.ts";

const world = useCpanel();

zoneContract(async () => {
  world.cpanel.editByHand("studio-ana.ca", (text) =>
    text.replace("www\t14400\tIN\tCNAME\tstudio-ana.ca.", "www\t3600\tIN\tA\t192.0.2.10"),
  );
  const other = { server: "1", user: "anaeurope", zone: "ana-europe.fr" };
  return { zones: world.zones, place: ANA, other };
});

describe("reading a zone", () => {
  test("returns names, quoted strings and addresses in one form", async () => {
    const { zone, records, note } = await readZone(world.zones, ANA);
    expect({ zone, note }).toEqual({ zone: "studio-ana.ca", note: null });
    expect(records).toEqual([
      { name: "studio-ana.ca", type: "A", ttl: 14400, data: ["192.0.2.10"] },
      { name: "studio-ana.ca", type: "CAA", ttl: 14400, data: ["0", "issue", "letsencrypt.org"] },
      { name: "studio-ana.ca", type: "MX", ttl: 14400, data: ["0", "studio-ana.ca"] },
      { name: "studio-ana.ca", type: "TXT", ttl: 14400, data: ["v=spf1 +a +mx include:_spf.maple.example -all"] },
      { name: "_sip._tcp.studio-ana.ca", type: "SRV", ttl: 14400, data: ["10", "60", "5060", "mail.studio-ana.ca"] },
      {
        name: "default._domainkey.studio-ana.ca",
        type: "TXT",
        ttl: 14400,
        data: ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5g+%2Fx8Qe7", "mFq0b+ZQ1wIDAQAB;"],
      },
      { name: "mail.studio-ana.ca", type: "A", ttl: 14400, data: ["192.0.2.10"] },
      { name: "shop.studio-ana.ca", type: "A", ttl: 14400, data: ["192.0.2.10"] },
      { name: "www.studio-ana.ca", type: "CNAME", ttl: 14400, data: ["studio-ana.ca"] },
    ]);
  });
});
