import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { day } from "../../../dev/sandbox/registrations.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { accountsOn } from "../../../dev/seed/customers/accounts.ts";
import { calendarAround } from "../../../dev/seed/customers/calendar.ts";
import { addYears } from "../../../shared/platform/calendar.ts";
import type {
  RegisteredDomain,
  Registrar,
  RegistrarResult,
} from "../../../workers/billing/engine/registrar/registrar.ts";
import { registrarOf, sandboxRegistrar } from "../../../workers/billing/engine/registrar/sandbox-registrar.ts";
import { NEW_NAME } from "../../support/new-name.ts";
import { registrarVars } from "../../support/product-workers.ts";

const SERVERS = ["ns1.maple.example", "ns2.maple.example"];

let registry: SandboxRegistry;
let registrar: Registrar;
beforeAll(async () => {
  registry = await SandboxRegistry.start();
  registrar = sandboxRegistrar(registry.endpoints.registrar, registry.registrarToken);
});
afterAll(async () => {
  await registry.stop();
});

function refusedFor(reason: RegExp) {
  return { ok: false, problem: { kind: "refused", reason: expect.stringMatching(reason) } };
}

async function valueIn<Value>(result: Promise<RegistrarResult<Value>>): Promise<Value> {
  const settled = await result;
  if (!settled.ok) throw new Error(JSON.stringify(settled.problem));
  return settled.value;
}

const registering = (name: string, reference: string, years = 1) => ({
  ...NEW_NAME,
  name,
  years,
  nameservers: SERVERS,
  reference,
});

/** What the registry's WHOIS and RDAP say. */
async function rdapOf(name: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://${registry.endpoints.rdap}/rdap/domain/${name}`);
  return { status: response.status, body: await response.text() };
}

const today = () => day(registry.now());

test.each(accountsOn(calendarAround(new Date())))(
  "it has the domains of account $id, with their dates",
  async ({ domains }) => {
    const held = domains.filter(({ status }) => ["active", "grace", "redemption"].includes(status));
    expect(held.length).toBeGreaterThan(0);
    for (const { name, registeredOn, expiresOn } of held) {
      const expected = { name, registeredOn, expiresOn, registrar: "Sandbox Registrar Inc." };
      expect(await valueIn(registrar.read(name))).toMatchObject(expected);
    }
    for (const { name } of domains.filter(({ status }) => status === "transferred_away")) {
      expect(await valueIn(registrar.read(name))).toBeNull();
    }
  },
);

/** A domain as it is here once it was registered, or has moved here. */
const domainOf = (name: string, more: Partial<RegisteredDomain> = {}): RegisteredDomain => ({
  ...{ name, registrar: "Sandbox Registrar Inc.", registeredOn: today(), transferredOn: null },
  ...{ expiresOn: addYears(today(), 1), nameservers: SERVERS },
  ...{ locked: true, lockSupported: true, transferProhibited: false },
  ...more,
});

describe("a registration", () => {
  test("is kept with its nameservers, lock and expiry, and the registry says so at once", async () => {
    const name = "free-kept.ca";
    expect((await rdapOf(name)).status).toBe(404);
    const wanted = domainOf(name, { expiresOn: addYears(today(), 2) });
    expect(await valueIn(registrar.register(registering(name, "kept-1", 2)))).toEqual(wanted);
    expect(await valueIn(registrar.read(name))).toEqual(wanted);
    const { status, body } = await rdapOf(name);
    expect([status, JSON.parse(body).status]).toEqual([200, ["client transfer prohibited"]]);
    expect(body).toContain("ns1.maple.example");

    const others = ["a.elsewhere.example", "b.elsewhere.example", "c.elsewhere.example"];
    expect((await valueIn(registrar.setNameservers(name, others))).nameservers).toEqual(others);
    expect((await valueIn(registrar.setLock(name, false))).locked).toBe(false);
    expect(await valueIn(registrar.read(name))).toEqual({ ...wanted, nameservers: others, locked: false });
    const after = JSON.parse((await rdapOf(name)).body);
    expect(after.status).toEqual(["active"]);
    expect(after.nameservers.map(({ ldhName }: { ldhName: string }) => ldhName)).toEqual(others);
  });

  test("is done once under a reference, and answered the same way again", async () => {
    const once = () => registrar.register(registering("once.ca", "once-1"));
    const first = await valueIn(once());
    await valueIn(registrar.setLock("once.ca", false));
    const again = await Promise.all(Array.from({ length: 20 }, () => valueIn(once())));
    expect(again).toEqual(Array(20).fill(first));
    expect(await registrar.register(registering("once.ca", "once-2"))).toEqual(refusedFor(/registered/));
    for (const other of [
      registrar.register(registering("twice.ca", "once-1")),
      registrar.register(registering("once.ca", "once-1", 3)),
      registrar.renew("once.ca", 1, first.expiresOn, "once-1"),
    ]) {
      expect(await other).toEqual(refusedFor(/something else/));
    }
    expect(await valueIn(registrar.read("twice.ca"))).toBeNull();
    expect(registry.changes("once.ca")).toEqual([{ kind: "register", name: "once.ca", reference: "once-1" }]);

    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await registrar.register(registering("example.com", "taken-1"))).toEqual(refusedFor(/registered/));
    }
  });

  test.each([
    ["reserved-name.ca", registering("reserved-name.ca", "no-1"), /withholds/],
    ["taken-name.ca", registering("taken-name.ca", "no-2"), /registered/],
    ["an extension of nobody", registering("name.nowhere", "no-3"), /extension/],
    ["a closed extension", registering("name.qc.ca", "no-4"), /extension/],
    ["a name under a name", registering("www.name.ca", "no-5"), /extension/],
    ["one year where terms have two", registering("one.ai", "no-12", 1), /2, 4, 6, 8 or 10/],
    ["two years where terms have one", registering("two.de", "no-13", 2), /must be 1\./],
    ["a name that its registry does not take", registering("ab.it", "no-14"), /extension/],
    ["11 years", registering("eleven.ca", "no-6", 11), /1 to 10/],
    ["no year", registering("none.ca", "no-7", 0), /1 to 10/],
    ["one nameserver", { ...registering("one.ca", "no-8"), nameservers: ["ns1.maple.example"] }, /2 to 13/],
    ["one twice", { ...registering("twin.ca", "no-9"), nameservers: ["a.b.example", "a.b.example"] }, /twice/],
    ["an address", { ...registering("ip.ca", "no-10"), nameservers: ["192.0.2.1", "192.0.2.2"] }, /host name/],
    ["itself", { ...registering("self.ca", "no-11"), nameservers: ["ns.self.ca", "a.b.example"] }, /under the name/],
  ])("%s is refused", async (_what, registration, reason) => {
    expect(await registrar.register(registration)).toEqual(refusedFor(reason));
    expect(registry.changes(registration.name)).toEqual([]);
  });
});

describe("a renewal", () => {
  test("prolongs the expiry it was asked for, once", async () => {
    const { expiresOn } = await valueIn(registrar.register(registering("renew.ca", "renew-0")));
    const renewed = await valueIn(registrar.renew("renew.ca", 2, expiresOn, "renew-1"));
    expect(renewed.expiresOn).toBe(addYears(expiresOn, 2));
    expect(await valueIn(registrar.renew("renew.ca", 2, expiresOn, "renew-1"))).toEqual(renewed);
    expect(await registrar.renew("renew.ca", 2, expiresOn, "renew-2")).toEqual(refusedFor(/ends on/));
    expect(await registrar.renew("renew.ca", 8, renewed.expiresOn, "renew-3")).toEqual(refusedFor(/at most 10/));
    expect((await valueIn(registrar.read("renew.ca")))?.expiresOn).toBe(renewed.expiresOn);
    expect(await registrar.renew("example.com", 1, "2027-08-14", "renew-4")).toEqual(refusedFor(/not registered/));
  });

  test("restores a name in the redemption period", async () => {
    const name = "ana-ceramics.ca";
    expect(await registrar.setLock(name, false)).toEqual(refusedFor(/redemption/));
    const before = await valueIn(registrar.read(name));
    const after = await valueIn(registrar.renew(name, 1, before?.expiresOn ?? "", "restore-1"));
    expect(after.expiresOn > today()).toBe(true);
    expect(JSON.parse((await rdapOf(name)).body).status).toEqual(["client transfer prohibited"]);
  });
});

describe("a lock", () => {
  test("is not changed where the registry forbids it, and is not there where it has none", async () => {
    expect(await valueIn(registrar.read("studio-ana.quebec"))).toMatchObject({
      locked: true,
      transferProhibited: true,
    });
    expect(await registrar.setLock("studio-ana.quebec", false)).toEqual(refusedFor(/does not let/));
    expect(await valueIn(registrar.setLock("studio-ana.quebec", true))).toMatchObject({ locked: true });

    const free = await valueIn(registrar.register(registering("lockless.eu", "lockless-1")));
    expect(free).toMatchObject({ locked: false, lockSupported: false });
    expect(await registrar.setLock("lockless.eu", true)).toEqual(refusedFor(/no lock/));
    expect(await valueIn(registrar.setLock("lockless.eu", false))).toEqual(free);
  });
});

describe("a transfer in", () => {
  const begin = (name: string, authCode: string | null, reference: string) =>
    registrar.beginTransfer({ ...NEW_NAME, name, authCode, reference });
  const later = (ms: number) => registry.advance(new Date(registry.now().getTime() + ms));

  test.each<[string, (expiresOn: string) => string]>([
    ["taken-adds-none.nl", (expiresOn) => expiresOn],
    ["taken-adds-none.com.au", (expiresOn) => expiresOn],
    ["taken-adds-two.ai", (expiresOn) => addYears(expiresOn, 2)],
    ["taken-starts-anew.de", () => addYears(today(), 1)],
    // Without a code: the registrant confirms it.
    ["taken-without-code.lu", (expiresOn) => expiresOn],
  ])("of %s adds what its registry adds", async (name, expected) => {
    // Every such name has the same dates.
    const [, { eventDate }] = JSON.parse((await rdapOf("taken-same-dates.ca")).body).events;
    const code = name.endsWith(".lu") ? null : authCodeElsewhere(name);
    expect(await valueIn(begin(name, code, `adds-${name}`))).toEqual({ state: "pending" });
    later(60_000);
    const standing = await valueIn(registrar.readTransfer(name, `adds-${name}`));
    expect(standing).toMatchObject({
      state: "completed",
      domain: { expiresOn: expected(eventDate.slice(0, 10)), transferredOn: today() },
    });
  });

  test("with the right code is pending, then complete with a year more", async () => {
    const name = "taken-moves.ca";
    expect(await valueIn(begin(name, authCodeElsewhere(name), "in-1"))).toEqual({ state: "pending" });
    expect(await valueIn(registrar.readTransfer(name, "in-1"))).toEqual({ state: "pending" });
    expect(await valueIn(registrar.read(name))).toBeNull();
    expect(await begin(name, authCodeElsewhere(name), "in-2")).toEqual(refusedFor(/under way/));
    const before = JSON.parse((await rdapOf(name)).body);
    expect(before.entities[0].vcardArray[1][1][3]).toBe("Elsewhere Registrar Ltd.");
    const [, { eventDate }] = before.events;

    later(60_000);
    const domain = domainOf(name, {
      ...{ registeredOn: "2015-03-17", transferredOn: today(), expiresOn: addYears(eventDate.slice(0, 10), 1) },
      nameservers: ["ns1.dns.example", "ns2.dns.example"],
    });
    expect(await valueIn(registrar.readTransfer(name, "in-1"))).toEqual({ state: "completed", domain });
    expect(await valueIn(begin(name, authCodeElsewhere(name), "in-1"))).toEqual({ state: "completed", domain });
    expect(await valueIn(registrar.read(name))).toEqual(domain);
    expect((await rdapOf(name)).body).toContain("Sandbox Registrar Inc.");
    expect(await begin(name, authCodeElsewhere(name), "in-3")).toEqual(refusedFor(/already/));
    expect(registry.changes(name)).toEqual([{ kind: "transfer", name, reference: "in-1" }]);
  });

  test("with a wrong code or none fails, and may be tried again", async () => {
    const name = "taken-stays.com";
    for (const [code, reference] of [
      ["wrong", "wrong-1"],
      [null, "wrong-2"],
    ] as const) {
      expect(await valueIn(begin(name, code, reference))).toEqual({ state: "pending" });
      later(60_000);
      expect(await valueIn(registrar.readTransfer(name, reference))).toEqual({
        state: "failed",
        reason: expect.stringContaining("auth code"),
      });
    }
    expect(await begin(name, authCodeElsewhere(name), "wrong-1")).toEqual(refusedFor(/something else/));
    await valueIn(begin(name, authCodeElsewhere(name), "right-3"));
    later(60_000);
    expect(await valueIn(registrar.readTransfer(name, "right-3"))).toMatchObject({ state: "completed" });
  });

  test("needs no code where the registry has none", async () => {
    await valueIn(begin("taken-tagged.co.uk", null, "tag-1"));
    later(60_000);
    expect(await valueIn(registrar.readTransfer("taken-tagged.co.uk", "tag-1"))).toMatchObject({ state: "completed" });
    expect(await registrar.readAuthCode("taken-tagged.co.uk")).toEqual(refusedFor(/no auth codes/));
  });

  test.each([
    ["a name that is free", "free-move.ca", /not registered/],
    ["a name that is here", "studio-ana.ca", /already/],
    ["a locked name", "ana-archive.com", /locked/],
    ["a name in redemption", "redemption-move.ca", /redemption/],
  ])("of %s is refused", async (_what, name, reason) => {
    expect(await begin(name, authCodeElsewhere(name), `refused-${name}`)).toEqual(refusedFor(reason));
    expect(await registrar.readTransfer(name, `refused-${name}`)).toEqual(refusedFor(/no such transfer/));
  });
});

describe("an auth code", () => {
  test("is each name's own, another one after a registration anew, and never that of a name elsewhere", async () => {
    const codes = await Promise.all(["studio-ana.ca", "ana.dev"].map((name) => valueIn(registrar.readAuthCode(name))));
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(code).toMatch(/^[\w-]{16}$/);
    expect(await valueIn(registrar.readAuthCode("studio-ana.ca"))).toBe(codes[0]);
    expect(await registrar.readAuthCode("example.com")).toEqual(refusedFor(/not registered/));
  });
});

describe("what the registry says of a name, whoever holds it", () => {
  test.each([
    ["free-checked.ca", "available"],
    ["never-heard-of.com", "available"],
    ["taken-checked.ca", "taken"],
    ["redemption-checked.ca", "redemption"],
    ["example.com", "taken"],
    ["studio-ana.ca", "taken"],
    ["reserved-checked.ca", "unavailable"],
    ["name.nowhere", "unavailable"],
    ["name.qc.ca", "unavailable"],
  ])("%s is %s", async (name, state) => {
    expect(await valueIn(registrar.check(name))).toBe(state);
  });

  test("is another thing as soon as it is registered", async () => {
    await valueIn(registrar.register(registering("checked-twice.ca", "checked-1")));
    expect(await valueIn(registrar.check("checked-twice.ca"))).toBe("taken");
  });
});

test("without being told that it is a demonstration, or without an address, there is no registrar", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const settings = registrarVars(registry);
  for (const unset of ["SANDBOX_REGISTRAR", "SANDBOX_REGISTRAR_TOKEN", "DEMONSTRATION"]) {
    expect(logged).not.toHaveBeenCalled();
    expect(registrarOf({ ...settings, [unset]: "" })).toBeNull();
  }
  expect(logged.mock.calls).toEqual([[expect.stringContaining("sandbox_refused")]]);
  logged.mockRestore();
  expect(registrarOf(settings)).not.toBeNull();
});
