import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { serviceInput, zoneInput } from "../schemas/input.ts";
import { Service, toService } from "../schemas/service.ts";
import { DnsRecord, revisionOutput, toDnsRecord } from "../schemas/zone.ts";
import { readServiceZone } from "../zones/service-zones.ts";

export const readDnsZone = readOperation({
  id: "readDnsZone",
  optionalTool: "get_dns_zone",
  http: { method: "GET", path: "/account/services/{id}/dns-zones/{zone}" },
  title: "Read a DNS zone",
  summary: {
    en: "The DNS records of a service's zone, with the revision that a change of them needs.",
    fr: "Les enregistrements DNS d’une zone d’un service, avec la révision qu’il faut pour les modifier.",
  },
  label: { en: "Read DNS records", fr: "Lire des enregistrements DNS" },
  description:
    "The DNS records that the service's own server has for one of its zones: A, AAAA, CAA, CNAME, MX, SRV and TXT, by name; others, such as SOA, NS and DNSSEC, stay as they are and are not shown. They take effect only if the domain uses that server's nameservers. A change needs `revision`. `not_bridged`: the provider has not connected the server.",
  access: { scope: "account:read", permissions: ["products", "productsso"], limit: "item" },
  target: { kind: "zone", member: "zone", serviceMember: "id" },
  problems: ["not_bridged", "refused"],
  input: z.strictObject({ id: serviceInput, zone: zoneInput }),
  output: {
    service: Service,
    zone: z.string().describe("The zone's name in A-label form."),
    revision: revisionOutput,
    records: z.array(DnsRecord).describe("Those that can be read and changed here."),
    note: z
      .string()
      .nullable()
      .describe("What the server cannot prevent between reading and changing; null if it prevents every conflict."),
  },
  example: { id: 2101, zone: "studio-ana.ca" },
  async run(context, { id, zone }) {
    const { clientArea } = context;
    const read = await readServiceZone(context, id, zone);
    return {
      account: read.account,
      service: toService(read.service, clientArea),
      zone: read.zone.zone,
      revision: read.zone.revision,
      records: read.zone.records.map(toDnsRecord),
      note: read.zone.note?.en ?? null,
    };
  },
});
