import { describe, expect, test, vi } from "vitest";
import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { namecomRegistrar } from "../../../workers/billing/engine/registrar/namecom.ts";
import type { Registrar, RegistrarResult } from "../../../workers/billing/engine/registrar/registrar.ts";
import { answerWith, type Damage } from "./door.ts";
import { judgedRegistrar, needs, refusedFor, registering, transferring, UNAVAILABLE } from "./judged-registrar.ts";

const { registry, door, account, registrar, nextYear } = await judgedRegistrar();

const PAGE: Damage = { status: 404, body: "<p>Not found</p>", type: "text/html" };

interface Write {
  route: RegExp;
  prepare(name: string): Promise<unknown>;
  send(name: string, by?: Registrar): Promise<RegistrarResult<unknown>>;
}

const WRITES: Record<string, Write> = {
  register: {
    route: /^POST \/core\/v1\/domains$/,
    prepare: async () => undefined,
    send: (name, by = registrar) => by.register(registering(name)),
  },
  renew: {
    route: /:renew$/,
    prepare: (name) => registrar.register(registering(name)),
    send: (name, by = registrar) => by.renew(name, 1, nextYear(), "renewal"),
  },
  transfer: {
    route: /^POST \/core\/v1\/transfers$/,
    prepare: async () => undefined,
    send: (name, by = registrar) => by.beginTransfer(transferring(name)),
  },
};

describe.each(Object.entries(WRITES))("the response to the request %s", (kind, { route, prepare, send }) => {
  const nameFor = (what: string) => `${kind === "transfer" ? "taken" : "free"}-${kind}-${what}.com`;
  const done = (name: string) => registry.changes(name).filter((change) => change.kind === kind).length;
  /** Damages the first response to the write. The write still takes effect. */
  const damageFirst = (damage: Damage) => {
    let isDamaged = false;
    door.damage = (asked) => {
      if (isDamaged || !route.test(asked)) return null;
      isDamaged = true;
      return damage;
    };
  };

  test.each<[string, Damage]>([
    ["is-lost", "lost"],
    ["is-500-after-doing", answerWith(500, { message: "Internal Server Error" })],
    ["is-a-page", PAGE],
    ["is-an-unknown-status", answerWith(418, { message: "Said so" })],
    ["is-cut", { status: 200, body: '{"domain":{' }],
  ])("leaves the outcome unknown if it %s, and a retry does not repeat the write", async (what, damage) => {
    const name = nameFor(what);
    await prepare(name);
    damageFirst(damage);
    expect(await send(name)).toEqual(UNAVAILABLE);
    expect(await send(name)).toMatchObject({ ok: true });
    expect(done(name)).toBe(1);
  });

  test("leaves the outcome unknown if it is late, and a retry does not repeat the write", async () => {
    const name = nameFor("late");
    await prepare(name);
    const hasty = namecomRegistrar({ ...account, deadlineMs: 1_000 });
    damageFirst("late");
    // On a slow machine, the reads can also be late.
    do expect(await send(name, hasty)).toEqual(UNAVAILABLE);
    while (done(name) === 0);
    expect(await send(name)).toMatchObject({ ok: true });
    expect(done(name)).toBe(1);
  });

  test("is not trusted if it refuses a write that was completed", async () => {
    const name = nameFor("refused");
    await prepare(name);
    damageFirst(answerWith(400, { message: "Bad Request", details: "The domain is not available." }));
    const value = kind === "transfer" ? { state: "pending" } : { name };
    expect(await send(name)).toMatchObject({ ok: true, value });
    expect(done(name)).toBe(1);
  });
});

test("a renewal is trusted only once a read shows it", async () => {
  const domainName = "free-renewed-unseen.com";
  await registrar.register(registering(domainName));
  const dates = { createDate: registry.now().toISOString(), expireDate: `${nextYear()}T00:00:00Z` };
  const unchanged = answerWith(200, { domainName, ...dates, nameservers: [], locked: true });
  door.damage = (asked) => (asked === `GET /core/v1/domains/${domainName}` ? unchanged : null);
  expect(await registrar.renew(domainName, 1, nextYear(), "renewal")).toEqual(UNAVAILABLE);
});

describe("the effect of another run since the first read", () => {
  /** Makes the first response to each of these reads outdated. The domain has a special price. */
  const readBefore = (...stale: string[]) => {
    door.damage = (asked) => {
      if (asked.includes(":getPricing")) return answerWith(200, { premium: true });
      const at = stale.indexOf(`${asked.split("/")[3]}`);
      return at >= 0 && stale.splice(at, 1) ? answerWith(404, { message: "Not Found" }) : null;
    };
  };

  test("lets a registration succeed", async () => {
    const name = "free-meanwhile.com";
    await registrar.register(registering(name));
    readBefore("domains");
    expect(await registrar.register(registering(name))).toMatchObject({ ok: true, value: { name } });
  });

  test("leaves a transfer pending, and does not give an arrived domain to a customer yet", async () => {
    const transfer = transferring("taken-meanwhile.com");
    await registrar.beginTransfer(transfer);
    readBefore("transfers");
    expect(await registrar.beginTransfer(transfer)).toEqual({ ok: true, value: { state: "pending" } });
    registry.advance(new Date(registry.now().getTime() + 60_000));
    readBefore("transfers", "domains");
    expect(await registrar.beginTransfer(transfer)).toEqual(UNAVAILABLE);
  });
});

test("a domain whose first response is lost in the demonstration is registered once", async () => {
  const direct = namecomRegistrar(registry.registrarAccount);
  expect(await direct.register(registering("lost-answer.com"))).toEqual(UNAVAILABLE);
  expect(await direct.register(registering("lost-answer.com"))).toMatchObject({ ok: true });
  expect(registry.changes("lost-answer.com")).toHaveLength(1);
});

let statuses = 0;
const SAID = { message: "Said so", details: "In detail" };
const register = () => registrar.register(registering(`statuses-${statuses++}.com`));
const unlock = () => registrar.setLock("ana.dev", true);
const readCode = () => registrar.readAuthCode("ana.dev");
const read = () => registrar.read("ana.dev");

test.each<[string, number, unknown, () => Promise<unknown>, object]>([
  ["POST /core/v1/domains", 402, SAID, register, needs("funds")],
  ["POST /core/v1/domains", 403, SAID, register, needs("not_permitted")],
  ["POST /core/v1/domains", 409, SAID, register, UNAVAILABLE],
  ["POST /core/v1/domains", 422, SAID, register, UNAVAILABLE],
  ["POST /core/v1/domains", 451, SAID, register, UNAVAILABLE],
  ["POST /core/v1/domains", 429, {}, register, UNAVAILABLE],
  ["POST /core/v1/domains", 400, {}, register, UNAVAILABLE],
  ["PATCH /core/v1/domains/ana.dev", 403, SAID, unlock, refusedFor(/^In detail$/)],
  ["PATCH /core/v1/domains/ana.dev", 409, { message: "No details" }, unlock, refusedFor(/^No details$/)],
  ["GET /core/v1/domains/ana.dev:getAuthCode", 403, SAID, readCode, needs("not_permitted")],
  ["GET /core/v1/domains/ana.dev:getAuthCode", 406, SAID, readCode, refusedFor(/^In detail$/)],
  ["GET /core/v1/domains/ana.dev:getAuthCode", 200, { authCode: "" }, readCode, UNAVAILABLE],
  ["GET /core/v1/domains/ana.dev", 401, SAID, read, needs("credentials")],
  ["GET /core/v1/domains/ana.dev", 302, {}, read, UNAVAILABLE],
  ["GET /core/v1/domains/ana.dev", 200, {}, read, UNAVAILABLE],
  ["GET /core/v1/domains/ana.dev", 200, { domainName: "another.dev" }, read, UNAVAILABLE],
])(
  "%s with the response %i %j gives a refusal, a problem that the provider must fix, or an unknown outcome",
  async (route, status, body, ask, expected) => {
    door.damage = (asked) => (asked === route ? answerWith(status, body) : null);
    expect(await ask()).toEqual(expected);
  },
);

test("no log line contains a code, contact data or a credential", async () => {
  const logged = vi.spyOn(console, "error");
  door.damage = () => "lost";
  await registrar.register(registering("free-logged.com"));
  door.damage = (asked) => (asked.startsWith("POST") ? answerWith(500, SAID) : null);
  await registrar.register(registering("free-logged.com"));
  await registrar.beginTransfer(transferring("taken-logged.com"));
  const lines = logged.mock.calls.flat().join("\n");
  expect(lines).toContain('"asked":"CreateTransfer"');
  for (const secret of [authCodeElsewhere("taken-logged.com"), "owner@maple.example", "5145550101", "Example Street"]) {
    expect(lines).not.toContain(secret);
  }
  expect(lines).not.toContain(registry.registrarToken);
  expect(lines).not.toContain(btoa(`${registry.registrarAccount.user}:`).slice(0, 12));
});
