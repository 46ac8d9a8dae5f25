import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CpanelFault } from "../../dev/cpanel/cpanel-simulator.ts";
import type { ZoneRecord } from "../../shared/zones-contract/zone-system.ts";
import { ANA, a, txt, useCpanel } from "./support/cpanel-world.ts";
import { readZone } from "./support/zone-contract.ts";
import { zonesOf } from "./support/zone-writers.ts";

const world = useCpanel();
const CHANGED = { ok: false, problem: { code: "zone_changed" } };
const NOT_FOUND = { ok: false, problem: { code: "not_found" } };
const NOT_BRIDGED = { ok: false, problem: { code: "not_bridged" } };
const down = (retryAfter = 10) => ({ ok: false, problem: { code: "server_unavailable", retryAfter } });

/** The logged lines. They must not contain a secret of the server or a customer's zone. */
let seen: string[] = [];
beforeEach(() => {
  seen = [];
  for (const level of ["warn", "info", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void seen.push(line));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(seen.join("\n")).not.toMatch(new RegExp(`SECRET|${world.cpanel.token}|studio-ana|my\\.cnf`));
});

const logged = () => seen.map((line) => (JSON.parse(line) as { event: string }).event);
const edits = () => world.cpanel.journal.filter(({ call, status }) => call === "DNS::mass_edit_zone" && status === 1);

async function change(add: ZoneRecord[], remove: ZoneRecord[] = [], place = ANA) {
  const { revision } = await readZone(world.zones, ANA);
  const result = await world.zones.changeZone(place, { revision, remove, add });
  expect(JSON.stringify(result)).not.toMatch(/SECRET|my\.cnf/);
  return result;
}

describe("a revision", () => {
  test("is stale if it is invented or belongs to another zone", async () => {
    const other = await readZone(world.zones, { ...ANA, zone: "studio-ana.com" });
    const { revision } = await readZone(world.zones, ANA);
    for (const made of ["", "1", revision.slice(0, -1), revision.toUpperCase(), other.revision, `${revision} `]) {
      const stale = { revision: made, remove: [], add: [a("x.studio-ana.ca")] };
      expect(await world.zones.changeZone(ANA, stale)).toEqual(CHANGED);
    }
    expect(edits()).toEqual([]);
  });

  test("is stale after a manual edit that keeps the serial", async () => {
    const { revision } = await readZone(world.zones, ANA);
    world.cpanel.editByHand("studio-ana.ca", (text) =>
      text.replace("shop\t14400\tIN\tA\t192.0.2.10", "shop\t14400\tIN\tA\t192.0.2.11"),
    );
    const stale = { revision, remove: [], add: [a("x.studio-ana.ca")] };
    expect(await world.zones.changeZone(ANA, stale)).toEqual(CHANGED);
  });

  test("stays the same if only comments change", async () => {
    const { revision } = await readZone(world.zones, ANA);
    world.cpanel.editByHand("studio-ana.ca", (text) => text.replace("latest:11.134.0.5", "latest:11.136.0.1"));
    expect((await readZone(world.zones, ANA)).revision).toBe(revision);
  });

  test("differs after a change of a hidden record", async () => {
    const { revision } = await readZone(world.zones, ANA);
    world.cpanel.editByHand("studio-ana.ca", (text) => text.replace("ns1.elsewhere", "ns9.elsewhere"));
    expect((await readZone(world.zones, ANA)).revision).not.toBe(revision);
  });
});

describe("a change with an outdated revision", () => {
  test.each(["in English", "in the user's French"])(
    "is refused by the server if the zone changed after the Worker read it, %s",
    async (language) => {
      if (language !== "in English") world.cpanel.frenchUsers.add("studioana");
      world.cpanel.meanwhile = (call) => {
        if (call !== "DNS::mass_edit_zone") return;
        world.cpanel.editByHand("studio-ana.ca", (text) => text.replace("2026102301", "2026102302"));
      };
      expect(await change([a("x.studio-ana.ca")])).toEqual(CHANGED);
      expect(edits()).toEqual([]);
    },
  );

  test("is stale if it repeats a change whose response was lost, and the zone has the change once", async () => {
    const { revision } = await readZone(world.zones, ANA);
    const add = { revision, remove: [], add: [a("x.studio-ana.ca")] };
    world.cpanel.faults.push({ fault: { kind: "lost" }, of: "DNS::mass_edit_zone" });
    expect(await world.zones.changeZone(ANA, add)).toEqual(down());
    expect(await world.zones.changeZone(ANA, add)).toEqual(CHANGED);
    expect((await readZone(world.zones, ANA)).records).toContainEqual(a("x.studio-ana.ca"));
    expect(edits()).toHaveLength(1);
  });
});

describe("access to zones", () => {
  test.each(["in English", "in French"])(
    "zones of other users, parents, children and unknown zones are not found, %s",
    async (language) => {
      if (language === "in French") world.cpanel.frenchUsers.add("studioana");
      for (const zone of [
        "ana-europe.fr",
        "ca",
        "www.studio-ana.ca",
        "shop.studio-ana.ca",
        "xn--studio-na-6yh.ca",
        "role.example",
        "feature.example",
      ]) {
        expect(await world.zones.readZone({ ...ANA, zone })).toEqual(NOT_FOUND);
        const asked = { revision: "1", remove: [], add: [a(`x.${zone}`)] };
        expect(await world.zones.changeZone({ ...ANA, zone }, asked)).toEqual(NOT_FOUND);
      }
    },
  );

  test("an unknown user, or a server without settings, is not connected", async () => {
    expect(await world.zones.readZone({ ...ANA, user: "nobody" })).toEqual(NOT_BRIDGED);
    expect(await world.zones.readZone({ ...ANA, server: "2" })).toEqual(NOT_BRIDGED);
    expect(await world.zones.readZone({ ...ANA, user: "" })).toEqual(NOT_BRIDGED);
    expect(world.cpanel.journal.map(({ user }) => user)).not.toContain("");
    expect(await world.zones.changeZone({ ...ANA, server: "2" }, { revision: "", remove: [], add: [] })).toEqual(
      NOT_BRIDGED,
    );
  });

  test("no zone is connected without servers or without the server's token", async () => {
    const none = zonesOf({ ZONE_SERVERS: "" });
    expect(await none.describe()).toEqual({ isConnected: false });
    expect(await none.readZone(ANA)).toEqual(NOT_BRIDGED);
    const withoutToken = zonesOf({ ...world.cpanel.settings, ZONE_SERVER_TOKENS: "9=x" });
    expect(await withoutToken.describe()).toEqual({ isConnected: false });
    expect(logged()).toContain("zone_server_without_token");
    expect(await world.zones.describe()).toEqual({ isConnected: true });
  });
});

describe("a failing server", () => {
  const TROUBLE: [CpanelFault["kind"], number, string][] = [
    ["reset", 10, "zone_server_failed"],
    ["html", 10, "zone_server_failed"],
    ["html_500", 10, "zone_server_failed"],
    ["cut", 10, "zone_server_failed"],
    ["half", 10, "zone_server_failed"],
    ["redirect", 300, "zone_server_failed"],
    ["unauthorized", 300, "zone_server_not_admitted"],
  ];

  test.each(TROUBLE)("gives server_unavailable for a read, and one log line: %s", async (kind, retryAfter, event) => {
    world.cpanel.faults.push({ fault: { kind } as CpanelFault });
    expect(await world.zones.readZone(ANA)).toEqual(down(retryAfter));
    expect(logged()).toEqual([event]);
  });

  test.each(TROUBLE)("gives server_unavailable for a change: %s", async (kind, retryAfter) => {
    world.cpanel.faults.push({ fault: { kind } as CpanelFault, of: "DNS::mass_edit_zone" });
    expect(await change([a("x.studio-ana.ca")])).toEqual(down(retryAfter));
  });

  test("times out if it does not respond, but not if it is slow", async () => {
    world.cpanel.faults.push({ fault: { kind: "slow", ms: 300 } });
    expect(await world.zones.readZone(ANA)).toMatchObject({ ok: true });
    world.cpanel.faults.push({ fault: { kind: "never" } });
    expect(await world.zones.readZone(ANA)).toEqual(down());
  });

  test("gives server_unavailable if it has stopped", async () => {
    await world.cpanel.stop();
    expect(await world.zones.readZone(ANA)).toEqual(down());
  });

  test("keeps the text of its refusals out of the result and the log", async () => {
    world.cpanel.faults.push({ fault: { kind: "error" }, of: "DNS::mass_edit_zone" });
    expect(await change([a("x.studio-ana.ca")])).toMatchObject({ problem: { code: "refused" } });
    world.cpanel.faults.push({ fault: { kind: "error" }, of: "DNS::parse_zone" });
    expect(await world.zones.readZone(ANA)).toMatchObject({ problem: { code: "refused" } });
    expect(logged()).toEqual(["zone_change_refused", "zone_change_refused"]);
  });
});

describe("a zone change", () => {
  test("is one call in the user's context, with absolute names and plain line numbers", async () => {
    const { records } = await readZone(world.zones, ANA);
    const dkim = records.filter(({ name }) => name.startsWith("default."));
    const add: ZoneRecord[] = [
      txt("studio-ana.ca", "a+b%2F&c=d;e", 'q"\\'),
      { name: "m.studio-ana.ca", type: "MX", ttl: 300, data: ["0", "."] },
      { name: "c.studio-ana.ca", type: "CNAME", ttl: 300, data: ["elsewhere.example"] },
    ];
    add[0] = { ...(add[0] as ZoneRecord), ttl: 14_400 };
    expect(await change(add, dkim)).toMatchObject({ ok: true });
    const sent = edits()[0];
    expect(sent).toMatchObject({ user: "studioana", parameters: { zone: "studio-ana.ca", serial: "2026102301" } });
    expect(sent?.parameters["remove-0"]).toMatch(/^\d+$/);
    const added = ["add-0", "add-1", "add-2"].map((name) => JSON.parse(sent?.parameters[name] ?? ""));
    expect(added).toEqual([
      { dname: "studio-ana.ca.", ttl: 14_400, record_type: "TXT", data: ["a+b%2F&c=d;e", 'q"\\'] },
      { dname: "m.studio-ana.ca.", ttl: 300, record_type: "MX", data: ["0", "."] },
      { dname: "c.studio-ana.ca.", ttl: 300, record_type: "CNAME", data: ["elsewhere.example."] },
    ]);
    const after = await readZone(world.zones, ANA);
    expect(after.records).toEqual(expect.arrayContaining(add));
    expect(after.records.some(({ name }) => name.startsWith("default."))).toBe(false);
    // The removed record had two lines in the file, and both are gone.
    expect(world.cpanel.textOf("studio-ana.ca")).not.toContain("mFq0b");
  });

  test("changes nothing if one of its records is refused", async () => {
    const before = world.cpanel.textOf("studio-ana.ca");
    expect(await change([a("ok.studio-ana.ca"), a("www.studio-ana.ca")])).toMatchObject({
      problem: { code: "invalid_body", refused: [{ pointer: "/add/1" }] },
    });
    expect(await change([a("ok.studio-ana.ca"), a("@")])).toMatchObject({
      problem: { code: "invalid_body", refused: [{ pointer: "/add/1/name" }] },
    });
    expect(world.cpanel.textOf("studio-ana.ca")).toBe(before);
    expect(edits()).toEqual([]);
  });
});

describe("a manually written zone file", () => {
  test("is read correctly with @, $ORIGIN, omitted owners and record types that the Worker does not show", async () => {
    world.cpanel.editByHand("studio-ana.ca", (text) =>
      [
        text,
        '@\t300\tIN\tTXT\t"at"',
        "\t300\tIN\tTXT\tunquoted",
        "$ORIGIN sub.studio-ana.ca.",
        "host\t300\tIN\tA\t192.0.2.4",
        "@\t300\tIN\tMX\t5 host",
        "tlsa\t300\tIN\tTLSA\t3 1 1 abcd",
      ].join("\n"),
    );
    const { records } = await readZone(world.zones, ANA);
    expect(records).toEqual(
      expect.arrayContaining([
        txt("studio-ana.ca", "at"),
        txt("studio-ana.ca", "unquoted"),
        a("host.sub.studio-ana.ca", "192.0.2.4"),
        { name: "sub.studio-ana.ca", type: "MX", ttl: 300, data: ["5", "host.sub.studio-ana.ca"] },
      ]),
    );
    expect(records.some(({ name }) => name.startsWith("tlsa"))).toBe(false);
  });
});
