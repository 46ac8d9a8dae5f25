import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ZonePlace, ZoneRecord } from "../../shared/zones-contract/zone-system.ts";
import { HttpBetween } from "./support/http-between.ts";
import { hasPowerDns, LocalPowerDns } from "./support/local-powerdns.ts";
import { readZone, zoneContract } from "./support/zone-contract.ts";
import { type RequestedZones, zonesOf } from "./support/zone-writers.ts";

const isThere = hasPowerDns();

describe.skipIf(!isThere)(isThere ? "the real PowerDNS" : "the real PowerDNS (it or dig is not installed)", () => {
  let server: LocalPowerDns;
  let zones: RequestedZones;
  let place: ZonePlace;
  let count = 0;

  beforeAll(async () => {
    server = await LocalPowerDns.start();
    zones = zonesOf(server.settings("3"));
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    place = { server: "3", user: "ana", zone: `zone-${++count}.example` };
    const { zone } = place;
    await server.createZone({
      name: `${zone}.`,
      account: "ana",
      sets: [
        { name: `${zone}.`, type: "A", ttl: 3600, contents: ["192.0.2.1"] },
        { name: `${zone}.`, type: "MX", ttl: 3600, contents: [`10 mail.${zone}.`] },
        { name: `www.${zone}.`, type: "CNAME", ttl: 3600, contents: [`${zone}.`] },
        { name: `mail.${zone}.`, type: "A", ttl: 3600, contents: ["192.0.2.2"], disabled: ["192.0.2.9"] },
        { name: `txt.${zone}.`, type: "TXT", ttl: 3600, contents: ['"a\\"b\\\\c" "\\195\\169" ""'] },
        { name: `octets.${zone}.`, type: "TXT", ttl: 3600, contents: ['"\\255"', '"text"'] },
        { name: `caa.${zone}.`, type: "CAA", ttl: 3600, contents: ['0 issue "letsencrypt.org"'] },
        { name: `six.${zone}.`, type: "AAAA", ttl: 3600, contents: ["::ffff:102:304"] },
      ],
    });
  });

  zoneContract(async () => {
    const { zone } = place;
    const www = { name: `www.${zone}.`, type: "CNAME", changetype: "DELETE" };
    const records = [{ content: "192.0.2.10", disabled: false }];
    await server.patch(zone, [www, { ...www, type: "A", ttl: 3600, changetype: "REPLACE", records }]);
    const other = { server: "3", user: "bob", zone: `bob-${count}.example` };
    await server.createZone({ name: `${other.zone}.`, account: "bob" });
    return { zones, place, other };
  });

  const at = (label: string, type: ZoneRecord["type"], ...data: string[]): ZoneRecord => ({
    name: `${label}.${place.zone}`,
    type,
    ttl: 3600,
    data,
  });

  test("a zone is read without SOA and NS records, disabled records and strings that are not text", async () => {
    const { records, revision, note } = await readZone(zones, place);
    const { zone } = place;
    expect(records).toEqual([
      { name: zone, type: "A", ttl: 3600, data: ["192.0.2.1"] },
      { name: zone, type: "MX", ttl: 3600, data: ["10", `mail.${zone}`] },
      at("caa", "CAA", "0", "issue", "letsencrypt.org"),
      at("mail", "A", "192.0.2.2"),
      at("octets", "TXT", "text"),
      at("six", "AAAA", "::ffff:102:304"),
      at("txt", "TXT", 'a"b\\c', "é", ""),
      at("www", "CNAME", zone),
    ]);
    expect(revision).toMatch(/^\d{10}-[0-9a-f]{64}$/);
    expect(note?.en).toContain("cannot lock a zone");
  });

  test("DNS queries find records of every type that the Worker writes", async () => {
    const { revision } = await readZone(zones, place);
    const { zone } = place;
    const add: ZoneRecord[] = [
      at("*.new", "A", "192.0.2.7"),
      at("new", "AAAA", "2001:db8::7"),
      at("new", "AAAA", "::ffff:102:304"),
      at("new", "CAA", "128", "iodef", "mailto:a@maple.example"),
      at("_alias", "CNAME", "_target.elsewhere.example"),
      at("new", "MX", "0", "."),
      at("_sip._tcp.new", "SRV", "1", "2", "5060", `mail.${zone}`),
      at("new", "TXT", 'a+b%2F "q" \\ ; é', "", "x".repeat(255)),
      at("xn--caf-dma", "A", "192.0.2.8"),
    ];
    expect(await zones.changeZone(place, { revision, remove: [], add })).toMatchObject({ ok: true });
    expect(server.dig(`any.new.${zone}`, "A")).toEqual(["192.0.2.7"]);
    expect(server.dig(`new.${zone}`, "AAAA").toSorted()).toEqual(["2001:db8::7", "::ffff:1.2.3.4"]);
    expect(server.dig(`new.${zone}`, "CAA")).toEqual(['128 iodef "mailto:a@maple.example"']);
    expect(server.dig(`_alias.${zone}`, "CNAME")).toEqual(["_target.elsewhere.example."]);
    expect(server.dig(`new.${zone}`, "MX")).toEqual(["0 ."]);
    expect(server.dig(`_sip._tcp.new.${zone}`, "SRV")).toEqual([`1 2 5060 mail.${zone}.`]);
    expect(server.dig(`new.${zone}`, "TXT")).toEqual([`"a+b%2F \\"q\\" \\\\ ; \\195\\169" "" "${"x".repeat(255)}"`]);
    expect(server.dig(`xn--caf-dma.${zone}`, "A")).toEqual(["192.0.2.8"]);
  });

  test("a changed record set keeps disabled records and strings that are not text", async () => {
    const { revision } = await readZone(zones, place);
    const change = {
      remove: [at("octets", "TXT", "text"), at("mail", "A", "192.0.2.2")],
      add: [at("octets", "TXT", "other")],
    };
    expect(await zones.changeZone(place, { revision, ...change })).toMatchObject({ ok: true });
    expect(server.dig(`octets.${place.zone}`, "TXT").toSorted()).toEqual(['"\\255"', '"other"']);
    const { rrsets } = (await (await server.ask(`/zones/${place.zone}.`)).json()) as {
      rrsets: { name: string; records: object[] }[];
    };
    const mail = rrsets.find(({ name }) => name === `mail.${place.zone}.`);
    expect(mail?.records).toEqual([{ content: "192.0.2.9", disabled: true }]);
  });

  test("a revision is stale after someone else changes the zone, even if the serial stays", async () => {
    const { revision } = await readZone(zones, place);
    const { zone } = place;
    await server.ask(`/zones/${zone}.`, { method: "PUT", body: JSON.stringify({ soa_edit_api: "" }) });
    const set = { name: `six.${zone}.`, type: "AAAA", ttl: 3600, changetype: "REPLACE" };
    await server.patch(zone, [{ ...set, records: [{ content: "2001:db8::6", disabled: false }] }]);
    const after = await readZone(zones, place);
    expect(after.revision.split("-")[0]).toBe(revision.split("-")[0]);
    const add = [at("x", "A", "192.0.2.3")];
    expect(await zones.changeZone(place, { revision, remove: [], add })).toEqual({
      ok: false,
      problem: { code: "zone_changed" },
    });
    expect(await zones.changeZone(place, { revision: after.revision, remove: [], add })).toMatchObject({ ok: true });
  });

  test("a signed zone stays signed", async () => {
    const { zone } = place;
    await server.ask(`/zones/${zone}.`, { method: "PUT", body: JSON.stringify({ dnssec: true }) });
    const { revision, records } = await readZone(zones, place);
    expect(records).toHaveLength(8);
    const add = [at("signed", "A", "192.0.2.3")];
    expect(await zones.changeZone(place, { revision, remove: [], add })).toMatchObject({ ok: true });
    const answer = server.dig(`signed.${zone}`, "A", ["+dnssec", "+noall", "+answer"]);
    expect(answer.join("\n")).toMatch(/IN\s+RRSIG\s+A /);
    const nothing = server.dig(`signed0.${zone}`, "A", ["+dnssec", "+noall", "+authority"]);
    expect(nothing.join("\n")).toMatch(/\bsigned\..*\sNSEC\s/);
  });

  test("after a lost response, a repeated change is stale, and other changes wait for 30 seconds", async () => {
    const between = await HttpBetween.start(server.url);
    const throughIt = zonesOf({ ZONE_SERVERS: `3 | powerdns | ${between.url}`, ZONE_SERVER_TOKENS: `3=${server.key}` });
    const { revision } = await readZone(throughIt, place);
    const first = { revision, remove: [], add: [at("lost", "A", "192.0.2.3")] };
    between.loses = "PATCH";
    expect(await throughIt.changeZone(place, first)).toMatchObject({ problem: { code: "server_unavailable" } });
    expect(await throughIt.changeZone(place, first)).toMatchObject({ problem: { code: "zone_changed" } });
    const after = await readZone(throughIt, place);
    expect(after.records).toContainEqual(first.add[0]);
    const next = { revision: after.revision, remove: first.add, add: [] };
    const waiting = await throughIt.changeZone(place, next);
    expect(waiting).toMatchObject({ problem: { code: "server_unavailable", retryAfter: expect.closeTo(30, -1) } });
    expect(server.dig(`lost.${place.zone}`, "A")).toEqual(["192.0.2.3"]);
    await between.stop();
  });

  test("an edit by someone else just before a change is lost only in the same record set, as the note states", async () => {
    const between = await HttpBetween.start(server.url);
    const throughIt = zonesOf({ ZONE_SERVERS: `3 | powerdns | ${between.url}`, ZONE_SERVER_TOKENS: `3=${server.key}` });
    const { zone } = place;
    const { revision } = await readZone(throughIt, place);
    const others = (name: string, content: string) => ({
      ...{ name: `${name}.${zone}.`, type: "A", ttl: 3600, changetype: "REPLACE" },
      records: [{ content, disabled: false }],
    });
    between.meanwhile = async (method) => {
      if (method === "PATCH") await server.patch(zone, [others("mail", "192.0.2.50"), others("theirs", "192.0.2.51")]);
    };
    const add = [at("mail", "A", "192.0.2.3")];
    const changed = await throughIt.changeZone(place, { revision, remove: [], add });
    expect(changed).toMatchObject({ ok: true });
    expect(server.dig(`mail.${zone}`, "A").toSorted()).toEqual(["192.0.2.2", "192.0.2.3"]);
    expect(server.dig(`theirs.${zone}`, "A")).toEqual(["192.0.2.51"]);
    // The caller has not seen the other edit, so the revision in the result must be stale.
    expect((await readZone(throughIt, place)).revision).not.toBe(changed.ok && changed.value.revision);
    await between.stop();
  });

  test("a zone of another account, a parent zone and a missing zone are not found", async () => {
    const others = [
      { ...place, user: "bob" },
      { ...place, zone: "example" },
      { ...place, zone: `www.${place.zone}` },
      { ...place, zone: "nowhere.example" },
    ];
    for (const other of others) {
      expect(await zones.readZone(other)).toEqual({ ok: false, problem: { code: "not_found" } });
    }
    await server.createZone({ name: "nobodys.example.", account: "" });
    const nobodys = { server: "3", user: "", zone: "nobodys.example" };
    expect(await zones.readZone(nobodys)).toMatchObject({ problem: { code: "not_bridged" } });
  });

  test("a secondary zone cannot be changed", async () => {
    await server.createZone({ name: "copy.example.", account: "ana", kind: "Slave" });
    const copy = { ...place, zone: "copy.example" };
    const { revision } = await readZone(zones, copy);
    const add: ZoneRecord[] = [{ name: "a.copy.example", type: "A", ttl: 300, data: ["192.0.2.1"] }];
    expect(await zones.changeZone(copy, { revision, remove: [], add })).toMatchObject({ problem: { code: "refused" } });
  });

  test("a wrong key or a stopped server gives server_unavailable", async () => {
    const { ZONE_SERVERS } = server.settings("3");
    const wrong = zonesOf({ ZONE_SERVERS, ZONE_SERVER_TOKENS: "3=wrong" });
    expect(await wrong.readZone(place)).toEqual({
      ok: false,
      problem: { code: "server_unavailable", retryAfter: 300 },
    });
    const gone = zonesOf({ ZONE_SERVERS: "3 | powerdns | http://127.0.0.1:1", ZONE_SERVER_TOKENS: "3=x" });
    expect(await gone.readZone(place)).toEqual({ ok: false, problem: { code: "server_unavailable", retryAfter: 10 } });
  });
});
