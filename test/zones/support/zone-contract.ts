import { beforeEach, describe, expect, test } from "vitest";
import type { Zone, ZonePlace, ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import type { RequestedZones } from "./zone-writers.ts";

/** A zone that a test may change, and another user's zone. `place` has an address at `www` and no names at `new`. */
export interface ZoneScene {
  zones: RequestedZones;
  place: ZonePlace;
  other: ZonePlace;
}

/** Reads a zone and expects success. */
export async function readZone(zones: RequestedZones, place: ZonePlace): Promise<Zone> {
  const read = await zones.readZone(place);
  expect(read).toMatchObject({ ok: true });
  return (read as { value: Zone }).value;
}

/** Defines the tests that the zones of every kind of server must pass. */
export function zoneContract(makeScene: () => Promise<ZoneScene>): void {
  let scene: ZoneScene;
  const named = (label: string) => (label === "" ? scene.place.zone : `${label}.${scene.place.zone}`);
  const record = (label: string, type: ZoneRecord["type"], ...data: string[]): ZoneRecord => ({
    name: named(label),
    type,
    ttl: 3600,
    data,
  });
  const read = () => readZone(scene.zones, scene.place);
  const change = (revision: string, add: ZoneRecord[], remove: ZoneRecord[] = []) =>
    scene.zones.changeZone(scene.place, { revision, remove, add });
  const CHANGED = { ok: false, problem: { code: "zone_changed" } };

  describe("the zone contract", () => {
    beforeEach(async () => {
      scene = await makeScene();
    });

    test("records of every type are read as they were written, with the revision that the change returned", async () => {
      const before = await read();
      const add = [
        record("*.new", "A", "192.0.2.7"),
        record("new", "AAAA", "2001:db8::7"),
        record("new", "AAAA", "::ffff:102:304"),
        record("new", "CAA", "128", "iodef", "mailto:a@maple.example"),
        record("_alias.new", "CNAME", "_target.elsewhere.example"),
        record("new", "MX", "0", "."),
        record("_sip._tcp.new", "SRV", "1", "2", "5060", named("")),
        record("new", "TXT", 'a+b%2F "q" \\ ; é', "x".repeat(255)),
        record("xn--caf-dma.new", "A", "192.0.2.8"),
      ];
      const changed = await change(before.revision, add);
      expect(changed).toMatchObject({ ok: true, value: { zone: scene.place.zone, added: add, removed: [] } });
      const after = await read();
      expect(after.revision).toBe(changed.ok && changed.value.revision);
      expect(after.records).toEqual(expect.arrayContaining([...before.records, ...add]));
      expect(after.records).toHaveLength(before.records.length + add.length);
      const back = await change(after.revision, [], add);
      expect(back).toMatchObject({ ok: true, value: { added: [], removed: add } });
      expect((await read()).records).toEqual(before.records);
    });

    test("a change is made once, even if it is repeated, and an unknown revision changes nothing", async () => {
      const { revision } = await read();
      expect(await change(revision, [record("new", "A", "192.0.2.1")])).toMatchObject({ ok: true });
      expect(await change(revision, [record("new", "A", "192.0.2.1")])).toEqual(CHANGED);
      expect(await change("made-up", [record("new", "A", "192.0.2.2")])).toEqual(CHANGED);
    });

    test("only one of three simultaneous changes with the same revision is made", async () => {
      const { revision } = await read();
      const results = await Promise.all([1, 2, 3].map((n) => change(revision, [record("new", "A", `192.0.2.${n}`)])));
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.filter(({ ok }) => !ok)).toEqual([CHANGED, CHANGED]);
      expect((await read()).records.filter(({ name }) => name === named("new"))).toHaveLength(1);
    });

    test("a CNAME replaces an address, and an address replaces a CNAME, each in one change", async () => {
      const before = await read();
      const address = before.records.filter(({ name, type }) => name === named("www") && type === "A");
      expect(address).toHaveLength(1);
      const alias = [record("www", "CNAME", "elsewhere.example")];
      const changed = await change(before.revision, alias, address);
      expect(changed).toMatchObject({ ok: true });
      const back = await change(changed.ok ? changed.value.revision : "", address, alias);
      expect(back).toMatchObject({ ok: true });
      expect((await read()).records).toEqual(before.records);
    });

    test("a TTL changes only if the same change removes and adds the record", async () => {
      const { revision, records } = await read();
      const address = records.filter(({ name, type }) => name === named("www") && type === "A");
      const slower = address.map((one) => ({ ...one, ttl: 7200 }));
      expect(await change(revision, slower)).toMatchObject({ problem: { code: "invalid_body" } });
      expect(await change(revision, slower, address)).toMatchObject({ ok: true });
      expect((await read()).records).toEqual(expect.arrayContaining(slower));
    });

    test("a change can add fifty records, and adds none if one of them is refused", async () => {
      const before = await read();
      const many = Array.from({ length: 50 }, (_, index) => record(`t${index}.new`, "TXT", "x".repeat(255), "y"));
      const wrong = [...many.slice(0, 49), record("", "CNAME", "elsewhere.example")];
      expect(await change(before.revision, wrong)).toMatchObject({
        problem: { code: "invalid_body", refused: [{ pointer: "/add/49/name" }] },
      });
      expect(await read()).toEqual(before);
      expect(await change(before.revision, many)).toMatchObject({ ok: true });
      expect((await read()).records).toHaveLength(before.records.length + 50);
    });

    test("neither of two users finds the other's zone", async () => {
      const { place, other, zones } = scene;
      expect(await zones.readZone(other)).toMatchObject({ ok: true });
      for (const crossed of [
        { ...place, zone: other.zone },
        { ...other, zone: place.zone },
      ]) {
        expect(await zones.readZone(crossed)).toEqual({ ok: false, problem: { code: "not_found" } });
        const add: ZoneRecord[] = [{ name: `x.${crossed.zone}`, type: "A", ttl: 300, data: ["192.0.2.1"] }];
        expect(await zones.changeZone(crossed, { revision: "1", remove: [], add })).toEqual({
          ok: false,
          problem: { code: "not_found" },
        });
      }
    });
  });
}
