import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { presentedFields } from "../../../shared/zones-contract/presentation-format.ts";
import type { ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords } from "../approvals/approval-words.ts";
import { serviceInput, zoneInput } from "../schemas/input.ts";
import { NOTHING_CHANGED, OWNER_TOLD, sentences } from "../schemas/notes.ts";
import {
  addInput,
  checkRecords,
  DnsRecord,
  removeInput,
  revisionInput,
  revisionOutput,
  toDnsRecord,
} from "../schemas/zone.ts";
import { changeZone, placeZoneChange } from "../zones/zone-change.ts";

export const changeDnsZone = actingOperation({
  id: "changeDnsZone",
  optionalTool: "change_dns_records",
  http: { method: "PATCH", path: "/account/services/{id}/dns-zones/{zone}" },
  title: "Change a DNS zone",
  summary: {
    en: "Removes and adds DNS records of a service's zone, all or nothing; the account's owner gets an e-mail.",
    fr: "Retire et ajoute des enregistrements DNS d’une zone d’un service, tout ou rien ; le titulaire du compte en est avisé par courriel.",
  },
  label: { en: "Change DNS records", fr: "Modifier des enregistrements DNS" },
  consequence: {
    en: "Sets where a domain’s website and e-mail point; TXT records prove control of the domain to third parties.",
    fr: "Détermine vers où mènent le site et le courriel d’un nom ; les enregistrements TXT prouvent à des tiers qui maîtrise le nom.",
  },
  mailLabel: { en: "change DNS records", fr: "modifier des enregistrements DNS" },
  nothingDone: NOTHING_CHANGED,
  description:
    "Removes and adds records of a service's DNS zone: at most 50 together, all of them or none. `revision` is that of get_dns_zone; if the zone has changed since, nothing is done (`zone_changed`). To change a record, remove the current one and add the new one. Wrong records take a site or its mail offline, and TXT records prove control of the domain to third parties. SOA, nameservers and DNSSEC cannot be changed here. The account's owner gets an e-mail about each change.",
  effect: "change",
  access: { scope: "zones:write", permissions: ["products", "productsso"], limit: "item" },
  target: { kind: "zone", member: "zone", serviceMember: "id" },
  destructive: true,
  problems: ["refused", "not_offered", "not_allowed", "not_bridged", "zone_changed"],
  input: z
    .strictObject({ id: serviceInput, zone: zoneInput, revision: revisionInput, remove: removeInput, add: addInput })
    .superRefine(checkRecords),
  output: {
    zone: z.string().describe("The zone's name in A-label form."),
    revision: revisionOutput,
    added: z.array(DnsRecord).describe("The records that are there now."),
    removed: z.array(DnsRecord).describe("The records that were there."),
    note: z.string().describe("What was changed, and who gets an e-mail."),
  },
  example: {
    ...{ id: 2101, zone: "studio-ana.ca", revision: "2026112001-Q2xhcml0eSBpcyBraW5kbmVzcw" },
    add: [{ name: "www2.studio-ana.ca", type: "A", ttl: 3600, data: ["192.0.2.80"] }],
  },
  asks: ["domains"],
  words({ input: { zone, remove, add } }, language) {
    const texts = approvalTexts[language];
    const facts = [
      { label: texts.removed(remove.length), lines: remove.map(recordWords) },
      { label: texts.added(add.length), lines: add.map(recordWords) },
    ];
    return { title: texts.change(nameWords(zone)), facts: facts.filter(({ lines }) => lines.length > 0) };
  },
  async run({ command, ...tools }, { id: serviceId, ...change }) {
    const changed = await command.execute({
      lock: lockOn.service(serviceId),
      prepare: (call) => placeZoneChange(tools, serviceId, call),
      write: (call, placed) => changeZone(tools, placed, { serviceId, ...change }, call),
    });
    const { account, zone, revision, added, removed, note, ownerTold } = changed;
    return {
      account,
      zone,
      revision,
      added: added.map(toDnsRecord),
      removed: removed.map(toDnsRecord),
      note: sentences(
        "Resolvers may return the old records until their TTL expires.",
        note?.en ?? "",
        ownerTold ? OWNER_TOLD : "",
      ),
    };
  },
});

const approvalTexts = byLanguage({
  change: (zone: string) => ({
    en: `Change DNS records of ${zone}`,
    fr: `Modifier des enregistrements DNS de ${zone}`,
  }),
  removed: (count: number) => ({ en: `Removed (${count})`, fr: `Retirés (${count})` }),
  added: (count: number) => ({ en: `Added (${count})`, fr: `Ajoutés (${count})` }),
});

/** The maximum length of a shown record. Every accepted record is shorter, even with each octet escaped. */
const MAX_RECORD = 20_000;

/** Formats a record as in a zone file, such as `www.studio-ana.ca 3600 A 192.0.2.80`. */
function recordWords(record: ZoneRecord): string {
  return cleaned([record.name, record.ttl, record.type, ...presentedFields(record)].join(" "), MAX_RECORD);
}
