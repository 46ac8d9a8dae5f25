import { describe, expect, test } from "vitest";
import { checkChange, type HiddenRecord } from "../../../shared/zones-contract/check-change.ts";
import { readChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";

const ZONE = "studio-ana.ca";

function record(name: string, type: ZoneRecord["type"], ...data: string[]): ZoneRecord {
  return { name: name === "" ? ZONE : `${name}.${ZONE}`, type, ttl: 300, data };
}

const PRESENT = [
  record("", "A", "192.0.2.1"),
  record("", "MX", "10", `mail.${ZONE}`),
  record("mail", "A", "192.0.2.2"),
  record("www", "CNAME", ZONE),
  record("old", "MX", "0", "."),
];
const HIDDEN: HiddenRecord[] = [
  { name: ZONE, type: "NS", ttl: 300 },
  { name: `intern.${ZONE}`, type: "NS", ttl: 300 },
  { name: `octets.${ZONE}`, type: "TXT", ttl: 600 },
  { name: `here.${ZONE}`, type: "TLSA", ttl: 600 },
];

/** Returns the JSON pointers of the refused records with the reasons in English. */
function refusedOf(change: { remove?: ZoneRecord[]; add?: ZoneRecord[] }): Record<string, string> {
  const read = readChange(ZONE, { remove: [], add: [], ...change });
  const present = { zone: ZONE, records: PRESENT, hidden: HIDDEN };
  const refused = "refused" in read ? read.refused : checkChange(present, read.change);
  return Object.fromEntries(refused.map(({ pointer, message }) => [pointer, message.en]));
}

describe("a zone change", () => {
  test("is refused as a whole with no records or with 51, and accepted with 50", () => {
    const many = Array.from({ length: 50 }, (_, index) => record(`a${index}`, "A", "192.0.2.3"));
    expect(Object.keys(refusedOf({}))).toEqual([""]);
    expect(Object.keys(refusedOf({ add: [...many, record("b", "A", "192.0.2.3")] }))).toEqual([""]);
    expect(Object.keys(refusedOf({ remove: PRESENT.slice(0, 1), add: many }))).toEqual([""]);
    expect(refusedOf({ add: many })).toEqual({});
  });

  test.each(["r3---sn", "-a", "a-", "xn--a", "a.*", "_x--y"])(
    "can remove a record named %s but not add one",
    (name) => {
      const there = record(name, "TXT", "a");
      expect(readChange(ZONE, { remove: [there], add: [] })).toEqual({ change: { remove: [there], add: [] } });
      expect(refusedOf({ add: [there] })).toEqual({ "/add/0/name": "is not a well-formed name." });
    },
  );

  test.each(["@", `${ZONE}.`, "a.example", `evil${ZONE}`, `a b.${ZONE}`])("removes nothing at the name %s", (name) => {
    expect(Object.keys(refusedOf({ remove: [{ ...record("", "TXT", "a"), name }] }))).toEqual(["/remove/0/name"]);
  });

  test.each(["\u{e0020}", "\u200b", "\u202e", "\u00ad", "\ue000", "\u3164", "\ufe0f"])(
    "refuses an added text with %j, but can remove an existing one",
    (unseen) => {
      const text = record("", "TXT", `v=spf1${unseen} -all`);
      const name = `U+${unseen.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
      expect(refusedOf({ add: [text] })).toEqual({
        "/add/0/data/0": `must have no invisible characters, such as ${name}.`,
      });
      expect(readChange(ZONE, { remove: [text], add: [] })).toEqual({ change: { remove: [text], add: [] } });
    },
  );

  test("creates no alias for a host that receives mail, unless the MX record is also removed", () => {
    const [address, alias] = [record("mail", "A", "192.0.2.2"), record("mail", "CNAME", "mx.example.com")];
    expect(refusedOf({ remove: [address], add: [alias] })).toEqual({ "/add/0/name": expect.stringContaining("MX") });
    const mail = record("", "MX", "10", `mail.${ZONE}`);
    expect(refusedOf({ remove: [address, mail], add: [alias] })).toEqual({});
  });

  test.each([59, 604_801, -1, Number.NaN, 2 ** 31])("is refused with the TTL %d", (ttl) => {
    expect(Object.keys(refusedOf({ add: [{ ...record("a", "A", "192.0.2.1"), ttl }] }))).toEqual(["/add/0/ttl"]);
  });
});

describe("the removal of a record", () => {
  test("is refused if the record is missing, has another TTL or is listed twice", () => {
    const { ttl: _, ...mail } = record("mail", "A", "192.0.2.2");
    expect(refusedOf({ remove: [record("mail", "A", "192.0.2.9"), record("gone", "TXT", "x")] })).toEqual({
      "/remove/0": "must be a record of the zone.",
      "/remove/1": "must be a record of the zone.",
    });
    expect(Object.keys(refusedOf({ remove: [{ ...mail, ttl: 60 }] }))).toEqual(["/remove/0/ttl"]);
    expect(
      Object.keys(
        refusedOf({
          remove: [
            { ...mail, ttl: 300 },
            { ...mail, ttl: 300 },
          ],
        }),
      ),
    ).toEqual(["/remove/1"]);
  });
});

describe("the addition of a record", () => {
  test.each<[string, ZoneRecord[], string]>([
    ["an existing record in another spelling", [record("MAIL", "A", "192.0.2.2")], "/add/0"],
    ["the same record twice", [record("n", "A", "192.0.2.2"), record("n", "A", "192.0.2.2")], "/add/1"],
    ["another TTL than its record set", [{ ...record("mail", "A", "192.0.2.3"), ttl: 600 }], "/add/0/ttl"],
    ["another TTL than its hidden record set", [record("octets", "TXT", "x")], "/add/0/ttl"],
    ["an alias at the apex", [record("", "CNAME", "a.example")], "/add/0/name"],
    ["an alias next to an address", [record("mail", "CNAME", "a.example")], "/add/0"],
    ["an alias next to a hidden record", [record("here", "CNAME", "a.example")], "/add/0"],
    ["an address next to an alias", [record("www", "A", "192.0.2.1")], "/add/0"],
    ["an alias to itself", [record("loop", "CNAME", `loop.${ZONE}`)], "/add/0/data/0"],
    ["an MX record that points to an alias", [record("n", "MX", "10", `www.${ZONE}`)], "/add/0/data/1"],
    ["a null MX record next to another MX record", [record("", "MX", "0", ".")], "/add/0/data/1"],
    ["an SRV record without its labels", [record("sip", "SRV", "0", "0", "1", "a.example")], "/add/0/name"],
    ["a record in a delegated subdomain", [record("a.intern", "TXT", "x")], "/add/0/name"],
  ])("is refused for %s", (_, add, pointer) => {
    expect(Object.keys(refusedOf({ add }))).toEqual([pointer]);
  });

  test("is accepted if it replaces a removed record", () => {
    const ttl = 600;
    const [apex, exchange, mail, www] = PRESENT as [ZoneRecord, ZoneRecord, ZoneRecord, ZoneRecord];
    expect(refusedOf({ remove: [mail], add: [{ ...mail, ttl }] })).toEqual({});
    expect(refusedOf({ remove: [mail, exchange], add: [record("mail", "CNAME", "a.example")] })).toEqual({});
    expect(refusedOf({ remove: [www], add: [record("www", "AAAA", "::1")] })).toEqual({});
    expect(refusedOf({ add: [record("a.intern", "A", "192.0.2.1")] })).toEqual({});
    expect(Object.keys(refusedOf({ remove: [apex], add: [apex] }))).toEqual(["/add/0"]);
  });
});
