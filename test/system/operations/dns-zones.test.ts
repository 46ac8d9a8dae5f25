import { expect, test } from "vitest";
import { changeDnsZone } from "../../../workers/account/operations/change-dns-zone.ts";
import { readDnsZone } from "../../../workers/account/operations/read-dns-zone.ts";
import { AccountClient } from "../../support/account-client.ts";
import { useWorld } from "../../support/world.ts";

// test/unit/zones covers records, test/zones covers servers, and test/objects/accounts/zones.test.ts covers
// exactly-once sending.
const world = useWorld({ hasServer: true, vars: { account: { EXTRA_TOOLS: "true" } } });
const api = new AccountClient({ scopes: ["zones:write"] }, () => world.origin);
const changing = { ...changeDnsZone, tool: "change_dns_records" };
const PLACE = { id: 2101, zone: "studio-ana.ca" };
const WWW = { name: "www.studio-ana.ca", type: "CNAME", ttl: 14_400, data: ["studio-ana.ca"] };
let added = 0;
const newRecord = () => ({ name: `a${++added}.studio-ana.ca`, type: "A", ttl: 300, data: [`192.0.2.${added}`] });

const read = async (zone = PLACE.zone) =>
  (await api.call(readDnsZone, { ...PLACE, zone })).body as { revision: string; records: object[]; zone: string };
/** Changes the zone, based on its current revision. */
const change = async (members: object) =>
  api.call(changing, { ...PLACE, revision: (await read()).revision, ...members });

test("a zone can be read by different spellings of its name", async () => {
  const answer = await read();
  expect(answer.records).toContainEqual(WWW);
  expect(JSON.stringify(answer)).not.toMatch(/studioana|"server"/);
  for (const zone of ["studio-ana.com", "STUDIO-ANA.com.", "ｓtudio-ana.com"]) {
    expect(await read(zone)).toMatchObject({ zone: "studio-ana.com" });
  }
});

test("a change removes and adds records together, and an e-mail to the owner lists them", async () => {
  const record = { ...WWW, type: "A", data: ["192.0.2.200"] };
  const before = await read();
  const changed = await change({ remove: [WWW], add: [record] });
  const after = await read();
  const { revision } = after;
  expect([changed.status, changed.body]).toMatchObject([200, { removed: [WWW], added: [record], revision }]);
  expect(revision).not.toBe(before.revision);
  expect(after.records).toContainEqual(record);
  expect(after.records).not.toContainEqual(WWW);
  const mails = await world.mailsTo("owner@maple.example");
  const mail = mails.findLast(({ subject }) => subject === "DNS records of studio-ana.ca were changed");
  expect(mail?.text).toContain(
    `Removed:\n- ${WWW.name} 14400 CNAME ${WWW.data}\n\nAdded:\n- ${record.name} 14400 A ${record.data}\n`,
  );
});

test.each<[string, object, string]>([
  ["an invalid IP address", { add: [{ ...newRecord(), data: ["192.0.2.256"] }] }, "/add/0/data/0"],
  ["a name outside the zone", { add: [{ ...newRecord(), name: "evilstudio-ana.ca" }] }, "/add/0/name"],
  ["nameservers", { add: [{ ...newRecord(), type: "NS", data: ["ns1.evil.example"] }] }, "/add/0/type"],
  ["neither additions nor removals", {}, ""],
  ["a record with an unknown field", { add: [{ ...newRecord(), proxied: true }] }, "/add/0/proxied"],
  ["the removal of a record that does not exist", { remove: [newRecord()] }, "/remove/0"],
])("a body with %s gets invalid_body and changes nothing", async (_, members, pointer) => {
  const before = await read();
  const { status, body } = await change(members);
  expect([status, body]).toMatchObject([400, { code: "invalid_body", errors: [{ pointer }] }]);
  expect(await read()).toEqual(before);
});

test.each([
  ["of a service that has ended", { id: 2108, zone: "studio-ana.com" }, "not_bridged"],
  ["of a service that is on no server", { id: 2105, zone: "build.ana.dev" }, "not_bridged"],
  ["above the service's zone", { id: 2101, zone: "co.ca" }, "not_found"],
  ["below the service's zone", { id: 2101, zone: "www.studio-ana.ca" }, "not_found"],
  ["with a look-alike name", { id: 2101, zone: "studiо-ana.ca" }, "not_found"],
])("a zone %s can be neither read nor changed", async (_, place, code) => {
  expect((await api.call(readDnsZone, place)).body).toMatchObject({ code });
  const record = { ...newRecord(), name: place.zone };
  expect((await api.call(changing, { ...place, revision: "made-up", add: [record] })).body).toMatchObject({ code });
});

test("the zone of a suspended service cannot be changed", async () => {
  await world.billing.prepare("UPDATE services SET status = 'suspended' WHERE id = 2101").run();
  expect((await change({ add: [newRecord()] })).body).toMatchObject({ code: "not_allowed" });
});
