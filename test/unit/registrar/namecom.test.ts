import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { day } from "../../../dev/sandbox/registrations.ts";
import { accountsOn } from "../../../dev/seed/customers/accounts.ts";
import { calendarAround } from "../../../dev/seed/customers/calendar.ts";
import { addYears } from "../../../shared/platform/calendar.ts";
import { namecomRegistrar } from "../../../workers/billing/engine/registrar/namecom.ts";
import {
  accountBalance,
  registrationCosts,
  unmappedRequirements,
} from "../../../workers/billing/engine/registrar/namecom-requirements.ts";
import type { RegisteredDomain } from "../../../workers/billing/engine/registrar/registrar.ts";
import { NEW_NAME } from "../../support/new-name.ts";
import { answerWith } from "./door.ts";
import { openJudge } from "./judge.ts";
import {
  judgedRegistrar,
  needs,
  refusedFor,
  registering,
  SERVERS,
  transferring,
  UNAVAILABLE,
  valueIn,
} from "./judged-registrar.ts";

const { registry, judge, door, account, registrar, nextYear } = await judgedRegistrar();

const today = () => day(registry.now());
const later = () => registry.advance(new Date(registry.now().getTime() + 60_000));

/** Returns a domain as it is after its registration or its transfer to the registrar. */
const domainOf = (name: string, more: Partial<RegisteredDomain> = {}): RegisteredDomain => ({
  ...{ name, registrar: "Name.com, Inc.", registeredOn: today(), expiresOn: nextYear(), nameservers: SERVERS },
  ...{ locked: true, lockSupported: true, transferProhibited: false },
  ...more,
});

/** Returns the domain as the registrar stores it. */
async function payloadOf(name: string) {
  const { url, user, token } = registry.registrarAccount;
  const headers = { Authorization: `Basic ${btoa(`${user}:${token}`)}` };
  const response = await fetch(`${url}/core/v1/domains/${name}`, { headers });
  return (await response.json()) as { contacts: Record<string, object>; autorenewEnabled: boolean };
}

/** Returns the registry's public RDAP data for a domain. */
async function rdapOf(name: string) {
  const response = await fetch(`http://${registry.endpoints.rdap}/rdap/domain/${name}`);
  return (await response.json()) as { status: string[]; events: { eventDate: string }[] };
}

test.each(accountsOn(calendarAround(new Date())))(
  "the registrar has the domains of account $id with their dates",
  async ({ domains }) => {
    const held = domains.filter(({ status }) => ["active", "grace", "redemption"].includes(status));
    expect(held.length).toBeGreaterThan(0);
    for (const { name, registeredOn, expiresOn } of held) {
      expect(await valueIn(registrar.read(name))).toMatchObject({ name, registeredOn, expiresOn });
    }
    for (const { name } of domains.filter(({ status }) => status === "transferred_away")) {
      expect(await valueIn(registrar.read(name))).toBeNull();
    }
  },
);

test.each([
  ["free-checked.ca", "available"],
  ["taken-checked.ca", "taken"],
  ["studio-ana.ca", "taken"],
  ["gold-checked.com", "premium"],
  ["name.nowhere", "unavailable"],
])("the domain %s is %s", async (name, state) => {
  expect(await valueIn(registrar.check(name))).toBe(state);
});

describe("a registration", () => {
  test("uses the customer as the holder, and the ordered nameservers, lock and term", async () => {
    const name = "free-kept.ca";
    const wanted = domainOf(name, { expiresOn: addYears(today(), 2) });
    expect(await valueIn(registrar.register(registering(name, 2)))).toEqual(wanted);
    expect(await valueIn(registrar.read(name))).toEqual(wanted);
    expect((await rdapOf(name)).status).toEqual(["client transfer prohibited"]);
    const { contacts, autorenewEnabled } = await payloadOf(name);
    const holder = { firstName: "Ana", address1: "200 Example Street", state: "QC", zip: "H2Y 1A1", country: "CA" };
    expect(contacts).toMatchObject({ registrant: holder, admin: holder, tech: holder, billing: holder });
    expect(autorenewEnabled).toBe(false);

    const others = ["a.elsewhere.example", "b.elsewhere.example"];
    expect((await valueIn(registrar.setNameservers(name, others))).nameservers).toEqual(others);
    expect((await valueIn(registrar.setLock(name, false))).locked).toBe(false);
    expect(await valueIn(registrar.read(name))).toEqual({ ...wanted, nameservers: others, locked: false });
  });

  test("happens once if simultaneous callers request it and it is repeated", async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => registrar.register(registering("once.com"))));
    await registrar.register(registering("once.com"));
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    expect(registry.changes("once.com")).toEqual([{ kind: "register", name: "once.com" }]);
  });

  test("uses the city if an address has no province", async () => {
    const registrant = { ...NEW_NAME.registrant, province: null, city: "Lyon", country: "FR" };
    await valueIn(registrar.register({ ...registering("provinceless.com"), registrant }));
    expect((await payloadOf("provinceless.com")).contacts).toMatchObject({ registrant: { state: "Lyon" } });
  });

  test.each([
    ["of a domain that its registry withholds", registering("reserved-name.ca"), /not available/],
    ["of a taken domain", registering("taken-name.ca"), /not available/],
    ["of a domain with a special price", registering("gold-name.com"), /special price/],
    ["under an unknown extension", registering("name.nowhere"), /does not exist/],
    ["for too many years", registering("years.com", 11), /does not sell/],
    ["with one nameserver", { ...registering("hosts.com"), nameservers: ["ns1.maple.example"] }, /name servers/],
    ["without the registry's required fields", { ...registering("nobody.ca"), fields: {} }, /X-CA-LEGALTYPE/],
  ])("%s is refused and changes nothing", async (_, order, reason) => {
    expect(await registrar.register(order)).toEqual(refusedFor(reason));
    expect(registry.changes(order.name)).toEqual([]);
  });

  test("waits while the registrar account has no funds, and happens once it has some", async () => {
    const balance = registry.registrarBalance;
    registry.registrarBalance = 100;
    expect(await registrar.register(registering("unfunded.com"))).toEqual(needs("funds"));
    expect(await valueIn(accountBalance(account))).toBe(1);
    registry.registrarBalance = balance;
    // The registrar stores the response under the idempotency key.
    expect(await registrar.register(registering("unfunded.com"))).toEqual(needs("funds"));
    expect(await valueIn(registrar.register({ ...registering("unfunded.com"), tries: 1 }))).toMatchObject({
      name: "unfunded.com",
    });
    expect(registry.registrarBalance).toBe(balance - 12_99);
  });
});

describe("a renewal", () => {
  test("happens once, starting from the expiry in the order", async () => {
    const { expiresOn } = await valueIn(registrar.register(registering("renew.ca")));
    const renewed = await valueIn(registrar.renew("renew.ca", 2, expiresOn, "renewal"));
    expect(renewed.expiresOn).toBe(addYears(expiresOn, 2));
    expect(await valueIn(registrar.renew("renew.ca", 2, expiresOn, "renewal"))).toEqual(renewed);
    expect(await registrar.renew("renew.ca", 8, renewed.expiresOn, "other")).toEqual(refusedFor(/at most 10/));
    expect(await registrar.renew("example.com", 1, "2027-08-14", "foreign")).toEqual(refusedFor(/not registered/));
    expect(registry.changes("renew.ca").map(({ kind }) => kind)).toEqual(["register", "renew"]);
  });

  test("restores a domain from redemption", async () => {
    const before = await valueIn(registrar.read("ana-ceramics.ca"));
    const after = await valueIn(registrar.renew("ana-ceramics.ca", 1, before?.expiresOn ?? "", "restores"));
    expect(after.expiresOn).toBe(addYears(before?.expiresOn ?? "", 1));
  });
});

describe("the lock of a domain", () => {
  test("is reported and cannot be removed if the registry or the registrar enforces it", async () => {
    const told = { locked: true, transferProhibited: true };
    expect(await valueIn(registrar.read("studio-ana.quebec"))).toMatchObject(told);
    expect(await registrar.setLock("studio-ana.quebec", false)).toEqual(refusedFor(/does not let/));
  });

  test("is not available if the registry has no locks", async () => {
    const free = await valueIn(registrar.register(registering("lockless.eu")));
    expect(free).toMatchObject({ locked: false, lockSupported: false });
    expect(await registrar.setLock("lockless.eu", true)).toEqual(refusedFor(/no lock/));
  });
});

describe("a transfer in", () => {
  test("is followed until the domain arrives, and the domain then gets its holder and no automatic renewal", async () => {
    const transfer = transferring("taken-moves.ca");
    expect(await valueIn(registrar.beginTransfer(transfer))).toEqual({ state: "pending" });
    expect(await valueIn(registrar.beginTransfer(transfer))).toEqual({ state: "pending" });
    expect(await valueIn(registrar.readTransfer(transfer))).toEqual({ state: "pending" });
    const before = await rdapOf(transfer.name);
    later();
    door.damage = (asked) =>
      asked.includes(":setContacts") ? answerWith(403, { message: "Permission denied" }) : null;
    expect(await registrar.readTransfer(transfer), "a name that is here is never refused").toEqual(
      needs("not_permitted"),
    );
    door.damage = () => null;
    const expiresOn = addYears(before.events[1]?.eventDate.slice(0, 10) ?? "", 1);
    const domain = {
      ...domainOf(transfer.name, { registeredOn: "2015-03-17", expiresOn }),
      nameservers: expect.any(Array),
    };
    expect(await valueIn(registrar.readTransfer(transfer))).toEqual({ state: "completed", domain });
    expect(await payloadOf(transfer.name)).toMatchObject({
      autorenewEnabled: false,
      contacts: { registrant: { email: "owner@maple.example" } },
    });
    expect(registry.changes(transfer.name)).toEqual([{ kind: "transfer", name: transfer.name }]);
    door.damage = (asked) =>
      asked.startsWith("GET /core/v1/transfers/") ? answerWith(404, { message: "Not Found" }) : null;
    expect(await valueIn(registrar.readTransfer(transfer)), "forgotten").toMatchObject({ state: "completed" });
  });

  test("is cancelled at the registrar if its code is wrong, and can be retried", async () => {
    const wrong = transferring("taken-stays.com", "wrong");
    await valueIn(registrar.beginTransfer(wrong));
    later();
    door.damage = (asked) => (asked.includes(":cancel") ? answerWith(500, { message: "Internal Server Error" }) : null);
    expect(await registrar.readTransfer(wrong), "it may still come").toEqual(UNAVAILABLE);
    door.damage = () => null;
    expect(await valueIn(registrar.readTransfer(wrong))).toMatchObject({ state: "failed" });
    expect(await valueIn(registrar.beginTransfer(transferring("taken-stays.com")))).toEqual({ state: "pending" });
    later();
    expect(await valueIn(registrar.readTransfer(wrong))).toMatchObject({ state: "completed" });
  });

  test("fails if the other registrar rejects it", async () => {
    await valueIn(registrar.beginTransfer(transferring("kept-there.com")));
    later();
    const state = await valueIn(registrar.readTransfer(transferring("kept-there.com")));
    expect(state).toEqual({ state: "failed", reason: expect.stringContaining("rejected") });
  });

  test("changes nothing if the registrar already has the domain", async () => {
    const before = await payloadOf("studio-ana.ca");
    expect(await registrar.beginTransfer(transferring("studio-ana.ca"))).toEqual(UNAVAILABLE);
    expect(await payloadOf("studio-ana.ca")).toEqual(before);
    expect(door.asked.every((asked) => asked.startsWith("GET "))).toBe(true);
  });

  test.each([
    ["of an unregistered domain", transferring("free-move.ca"), /not registered/],
    ["of a locked domain", transferring("ana-archive.com"), /locked/],
    ["of a domain in redemption", transferring("redemption-move.ca"), /redemption/],
    ["without a code", transferring("taken-codeless.co.uk", null), /transfer code/],
  ])("%s is refused", async (_, transfer, reason) => {
    expect(await registrar.beginTransfer(transfer)).toEqual(refusedFor(reason));
  });
});

test("each domain has its own auth code, and none is returned for a domain elsewhere", async () => {
  const [one, other] = await Promise.all(
    ["studio-ana.ca", "ana.dev"].map((name) => valueIn(registrar.readAuthCode(name))),
  );
  expect(one).toMatch(/^[\w-]{16}$/);
  expect(one).not.toBe(other);
  expect(await registrar.readAuthCode("example.com")).toEqual(refusedFor(/does not exist/));
});

test("calls with a wrong token report that the provider must fix it", async () => {
  const stranger = namecomRegistrar({ ...account, token: "wrong" });
  expect(await stranger.check("free-stranger.com")).toEqual(needs("credentials"));
  expect(await stranger.register(registering("free-stranger.com"))).toEqual(needs("credentials"));
  expect(await stranger.renew("ana.dev", 1, nextYear(), "x")).toEqual(needs("credentials"));
  expect(await stranger.beginTransfer(transferring("taken-stranger.com"))).toEqual(needs("credentials"));
});

test("requirements of the registrar that the adapter does not map are found per extension", async () => {
  expect(await valueIn(unmappedRequirements(account, ".ca"))).toEqual([]);
  expect(await valueIn(unmappedRequirements(account, ".com"))).toEqual([]);
  expect(await valueIn(unmappedRequirements(account, ".se"))).toEqual(["X-SE-REGISTRANT-IDNUMBER"]);
});

test("the price of a year is read for 31 extensions", async () => {
  const tlds = Array.from({ length: 30 }, (_, at) => `.tld-${at}`);
  const costs = await valueIn(registrationCosts(account, [".com", ...tlds]));
  expect([costs.size, costs.get(".com"), costs.get(".tld-29")]).toEqual([31, 12.99, 12.99]);
});

describe("the check against the registrar's OpenAPI file", () => {
  const check = (url: string, domainNames: unknown) => {
    const { user, token } = registry.registrarAccount;
    const headers = { Authorization: `Basic ${btoa(`${user}:${token}`)}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ domainNames });
    return fetch(`${url}/core/v1/domains:checkAvailability`, { method: "POST", headers, body });
  };

  test("finds an invalid request", async () => {
    await check(judge.url, "free-a.com");
    expect(judge.violations.splice(0)).toContainEqual(expect.stringContaining("domainNames must be array"));
  });

  test("finds an invalid response", async () => {
    const wrong = createServer((request, response) => {
      request.resume();
      const results = [{ domainName: "free-a.com", sld: "free-a", tld: "com", purchasable: "yes" }];
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ results }));
    }).listen(0, "127.0.0.1");
    await once(wrong, "listening");
    const other = await openJudge(`http://127.0.0.1:${(wrong.address() as AddressInfo).port}`);
    await check(other.url, ["free-a.com"]);
    expect(other.violations).toEqual([expect.stringContaining("purchasable must be boolean")]);
    await other.close();
    wrong.close();
  });
});
