import { beforeEach, describe, expect, test } from "vitest";
import { type ActingEngine, actingEngine, acts, forgetNotices, NOW } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
beforeEach(async () => {
  await forgetNotices(db);
  acting = actingEngine(db);
  acting.registrar.hold("ana.dev");
  acting.registrar.hold("studio-ana.quebec", { lockSupported: false });
});

const owner = asks(LOGINS.owner, 1001, "domains", "managedomains");
const NEW = ["ns1.other.example", "ns2.other.example"];

describe("nameservers", () => {
  const set = (nameservers: string[], domain = "ana.dev") =>
    acting.engine.setDomainNameservers(owner, { domain, nameservers });

  test("are set and the owner is told; the same again changes and mails nothing", async () => {
    expect(await valueIn(set(["NS1.Other.Example.", "ns2.other.example"]))).toMatchObject({ nameservers: NEW });
    expect(acting.mails.sent).toEqual([
      [
        "nameserversChanged",
        "owner@maple.example",
        "en",
        { domain: "ana.dev", before: ["ns1.maple.example", "ns2.maple.example"], nameservers: NEW },
      ],
    ]);
    await valueIn(set(NEW.toReversed()));
    expect(acting.mails.sent).toHaveLength(1);
    expect(acting.registrar.calls.filter((call) => call === "setNameservers")).toHaveLength(1);
  });

  test.each<[string, string[], string]>([
    ["one", ["ns1.other.example"], "/nameservers"],
    ["fourteen", Array.from({ length: 14 }, (_, index) => `ns${index}.other.example`), "/nameservers"],
    ["repeated", ["ns1.other.example", "NS1.other.example."], "/nameservers/1"],
    ["an address", ["ns1.other.example", "192.0.2.1"], "/nameservers/1"],
    ["an IPv6 address", ["ns1.other.example", "2001:db8::1"], "/nameservers/1"],
    ["a single label", ["ns1.other.example", "localhost"], "/nameservers/1"],
    ["under itself without glue", ["ns1.ana.dev", "ns1.other.example"], "/nameservers/0"],
    ["the domain itself", ["ana.dev", "ns1.other.example"], "/nameservers/0"],
    ["with a space", ["ns1.other.example", "ns 2.other.example"], "/nameservers/1"],
    ["empty", ["ns1.other.example", ""], "/nameservers/1"],
  ])("%s: refused at its place", async (_, nameservers, pointer) => {
    expect(await set(nameservers)).toMatchObject({ problem: { code: "invalid_body", refused: [{ pointer }] } });
    expect(acting.registrar.calls).not.toContain("setNameservers");
  });

  test("under itself is kept where the registry has its addresses already", async () => {
    acting.registrar.hold("ana.dev", { nameservers: ["ns1.ana.dev", "ns2.ana.dev"] });
    expect(await set(["ns1.ana.dev", "ns1.other.example"])).toMatchObject({ ok: true });
  });

  test("a mail that is not sent takes nothing back", async () => {
    acting.mails.fails = true;
    expect(await set(NEW)).toMatchObject({ ok: true, value: { nameservers: NEW } });
  });
});

test("what was done and not answered is read back, and the owner is told", async () => {
  acting.registrar.losesAnswerTo = "setNameservers";
  const set = acting.engine.setDomainNameservers(owner, { domain: "ana.dev", nameservers: NEW });
  expect(await set).toMatchObject({ ok: true, value: { nameservers: NEW } });
  acting.registrar.losesAnswerTo = "setLock";
  expect(await acting.engine.setDomainLock(owner, { domain: "ana.dev", locked: false })).toMatchObject({ ok: true });
  expect(acting.mails.sent.map(([kind]) => kind)).toEqual(["nameserversChanged", "unlocked"]);
});

describe("the lock", () => {
  const lock = (domain: string, locked: boolean) => acting.engine.setDomainLock(owner, { domain, locked });

  test("is taken off with a mail and put on without one", async () => {
    expect(await lock("ana.dev", true)).toMatchObject({ value: { locked: true } });
    expect(await lock("ana.dev", false)).toMatchObject({ value: { locked: false } });
    expect(acting.mails.sent).toEqual([["unlocked", "owner@maple.example", "en", { domain: "ana.dev" }]]);
    expect(await lock("ana.dev", true)).toMatchObject({ value: { locked: true } });
    expect(acting.mails.sent).toHaveLength(1);
    expect(acting.registrar.calls.filter((call) => call === "setLock")).toHaveLength(2);
  });

  test("that the registry does not let be taken off is not_allowed", async () => {
    expect(await lock("studio-ana.quebec", false)).toMatchObject({ problem: { code: "not_allowed" } });
    acting.registrar.hold("ana.dev", { transferProhibited: true });
    expect(await lock("ana.dev", false)).toMatchObject({ problem: { code: "not_allowed" } });
  });
});

describe("what stands in the way", () => {
  const asked: [string, (domain: string) => Promise<unknown>][] = [
    ["setDomainNameservers", (domain) => acting.engine.setDomainNameservers(owner, { domain, nameservers: NEW })],
    ["setDomainLock", (domain) => acting.engine.setDomainLock(owner, { domain, locked: false })],
    ["prepareTransferOut", (domain) => acting.engine.prepareTransferOut({ ...acts(), ...owner }, domain)],
  ];

  test.each(asked)(
    "%s: another account's name, one that is gone, a registrar that does not answer or refuses",
    async (_, ask) => {
      expect(await ask("second-step.com")).toMatchObject({ problem: { code: "not_found" } });
      expect(await ask("nobody.example")).toMatchObject({ problem: { code: "not_found" } });
      expect(await ask("studio-ana.net")).toMatchObject({ problem: { code: "not_allowed" } });
      acting.registrar.available = false;
      expect(await ask("ana.dev")).toMatchObject({ problem: { code: "server_unavailable" } });
      acting.registrar.available = true;
      acting.registrar.refusal = "no\u0000 such\nthing";
      expect(await ask("ana.dev")).toMatchObject({
        problem: { code: "refused", reason: { en: "The registrar refused: no such thing" } },
      });
    },
  );

  test.each(asked)("%s: without a registrar it is refused", async (_, ask) => {
    acting = actingEngine(db, { registrar: null });
    expect(await ask("ana.dev")).toMatchObject({ problem: { code: "refused" } });
  });
});

describe("reading the settings", () => {
  const read = (domain: string) => valueIn(acting.engine.readRegistrarSettings(owner, domain));

  test("of a name that may go", async () => {
    expect(await read("ana.dev")).toEqual({
      account: { id: 1001, name: "Studio Ana Inc.", currency: "CAD" },
      domain: "ana.dev",
      nameservers: ["ns1.maple.example", "ns2.maple.example"],
      locked: true,
      lockSupported: true,
      registrar: "Sandbox Registrar",
      eligibleForTransfer: true,
      reasons: [],
    });
  });

  test.each<[string, object, boolean, string]>([
    ["registered 59 days ago", { registeredOn: "2026-09-22" }, false, "studio-ana.ca"],
    ["registered 60 days ago", { registeredOn: "2026-09-21" }, true, "studio-ana.ca"],
    ["transferred 59 days ago", { transferredOn: "2026-09-22" }, false, "studio-ana.ca"],
    ["registered today where no wait is asked for", { registeredOn: "2026-11-20" }, true, "ana.dev"],
    ["that the registry holds", { transferProhibited: true }, false, "ana.dev"],
  ])("of a name %s", async (_, held, eligible, name) => {
    acting.registrar.hold(name, held);
    const { eligibleForTransfer, reasons } = await read(name);
    expect(eligibleForTransfer).toBe(eligible);
    expect(reasons.length === 0).toBe(eligible);
  });

  test("of a name in redemption: it may not go", async () => {
    acting.registrar.hold("studio-ana.com");
    const { eligibleForTransfer, reasons } = await read("studio-ana.com");
    expect([eligibleForTransfer, reasons.length]).toEqual([false, 1]);
  });

  test("of a name that is not here: nothing is known", async () => {
    expect(await read("studio-ana.net")).toMatchObject({ locked: null, registrar: null, eligibleForTransfer: false });
    acting = actingEngine(db, { registrar: null });
    expect(await read("ana.dev")).toMatchObject({ locked: null, nameservers: [] });
  });
});

test("auto-renewal is switched, also to what it is; not on a name that is gone", async () => {
  const set = (domain: string, autoRenew: boolean) => acting.engine.setDomainAutoRenew(owner, { domain, autoRenew });
  expect(await set("ana.dev", true)).toMatchObject({ ok: true, value: { domain: { autoRenew: true } } });
  expect(await set("ana.dev", true)).toMatchObject({ ok: true, value: { domain: { autoRenew: true } } });
  expect(await set("ana.dev", false)).toMatchObject({ ok: true, value: { domain: { autoRenew: false } } });
  expect(await set("ana.dev", false), "the owner is told once").toMatchObject({ ok: true });
  await acting.settled();
  expect(acting.mails.sent).toEqual([
    ["autoRenewOff", "owner@maple.example", "en", { domain: "ana.dev", expiresOn: expect.stringMatching(/^20/) }],
  ]);
  expect(await set("ana.dev", true)).toMatchObject({ ok: true, value: { domain: { autoRenew: true } } });
  await acting.settled();
  expect(acting.mails.sent, "that it renews again needs no mail").toHaveLength(1);
  expect(await set("studio-ana.net", true)).toMatchObject({ problem: { code: "not_allowed" } });
  expect(await set("second-step.com", true)).toMatchObject({ problem: { code: "not_found" } });
  const denied = acting.engine.setDomainAutoRenew(asks(LOGINS.contact, 1001, "domains", "managedomains"), {
    domain: "ana.dev",
    autoRenew: true,
  });
  expect(await denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "managedomains" } });
});
