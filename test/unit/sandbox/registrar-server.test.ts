import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";

const nameservers = ["ns1.maple.example", "ns2.maple.example"];
const CONTACT = {
  ...{ firstName: "Ana", lastName: "Maple", address1: "200 Example Street", city: "Montréal", state: "QC" },
  ...{ zip: "H2Y 1A1", country: "CA", email: "owner@maple.example", phone: "+15145550101" },
};
const contacts = { registrant: CONTACT, admin: CONTACT, tech: CONTACT, billing: CONTACT };

interface ApiAnswer {
  status: number;
  body: { message?: string; now?: string; locked?: boolean; authCode?: string; status?: string; balance?: number };
}
type Ask = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** Sends a request to the registrar, with valid credentials by default. */
async function ask(registry: SandboxRegistry, ...[method, path, body, headers = {}]: Ask): Promise<ApiAnswer> {
  const { url, user, token } = registry.registrarAccount;
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Basic ${btoa(`${user}:${token}`)}`,
      "Content-Type": "application/json",
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as ApiAnswer["body"] };
}

const DOMAINS = "/core/v1/domains";
const order = (domainName: string, more = {}) => ({
  domain: { domainName, contacts, nameservers, autorenewEnabled: false, locked: true },
  ...{ years: 1, purchasePrice: 12.99, tldRequirements: { "X-CA-LEGALTYPE": "CCO" } },
  ...more,
});
const create = (registry: SandboxRegistry, name: string, key = name) =>
  ask(registry, "POST", DOMAINS, order(name), { "X-Idempotency-Key": key });

describe("access to the sandbox registrar", () => {
  let registry: SandboxRegistry;
  beforeAll(async () => {
    registry = await SandboxRegistry.start();
  });
  afterAll(() => registry.stop());

  test.each([
    ["without credentials", { Authorization: "" }],
    ["with another token", { Authorization: `Basic ${btoa("maple-hosting-test:AAAA")}` }],
    ["with the token in another scheme", { Authorization: "Bearer AAAA" }],
  ])("a caller %s changes nothing", async (_what, headers) => {
    expect((await ask(registry, "POST", DOMAINS, order("intruder.com"), headers)).status).toBe(401);
    expect((await ask(registry, "PUT", "/control", { to: "2090-01-01T00:00:00Z" }, headers)).status).toBe(401);
    expect((await ask(registry, "GET", `${DOMAINS}/studio-ana.ca:getAuthCode`, undefined, headers)).status).toBe(401);
    expect(registry.changes()).toEqual([]);
    expect(registry.now().getUTCFullYear()).toBeLessThan(2090);
  });

  test("an idempotency key returns the first response for 12 hours, only for the same request", async () => {
    const first = await create(registry, "keyed.com", "key");
    expect(await create(registry, "keyed.com", "key")).toEqual(first);
    expect((await create(registry, "other-key.com", "key")).status).toBe(409);
    const hours = (count: number) => registry.advance(new Date(registry.now().getTime() + count * 3_600_000));
    hours(11);
    expect(await create(registry, "keyed.com", "key")).toEqual(first);
    hours(1);
    expect((await create(registry, "keyed.com", "key")).status).toBe(400);
    expect(registry.changes("keyed.com")).toHaveLength(1);
  });
});

describe("the registrar's clock", () => {
  test("moves forward over HTTP, and a domain expires accordingly", async () => {
    const registry = await SandboxRegistry.start();
    await create(registry, "ends.ca");
    const registered = registry.now();
    const rdap = async () => {
      const response = await fetch(`http://${registry.endpoints.rdap}/rdap/domain/ends.ca`);
      return response.status === 200 ? ((await response.json()) as { status: string[] }).status : response.status;
    };
    const daysAfterExpiry = async (days: number) => {
      const to = new Date(registered);
      to.setUTCFullYear(to.getUTCFullYear() + 1);
      to.setUTCDate(to.getUTCDate() + days);
      const { status, body } = await ask(registry, "PUT", "/control", { to: to.toISOString() });
      expect([status, body.now?.slice(0, 10)]).toEqual([200, to.toISOString().slice(0, 10)]);
      return rdap();
    };
    expect(await rdap()).toEqual(["client transfer prohibited"]);
    expect(await daysAfterExpiry(44)).toEqual(["client transfer prohibited"]);
    expect(await daysAfterExpiry(46)).toEqual(["redemption period", "pending delete"]);
    expect(await daysAfterExpiry(81)).toBe(404);
    expect((await ask(registry, "GET", `${DOMAINS}/ends.ca`)).status).toBe(404);
    expect((await create(registry, "ends.ca", "again")).status).toBe(200);
    expect(() => registry.advance(new Date(0))).toThrow(RangeError);
    expect(() => registry.advance(new Date(Number.NaN))).toThrow(RangeError);
    await registry.stop();
  });
});

describe("the registrar's file", () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-registry-"));
  const file = join(folder, "state/sandbox-registry.json");
  const start = () => SandboxRegistry.start({}, undefined, { file });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("preserves registrations, idempotency keys, transfers, codes, the balance and the time over a restart", async () => {
    const first = await start();
    const registered = await create(first, "stays.com");
    await ask(first, "PATCH", `${DOMAINS}/stays.com`, { locked: false });
    const authCode = authCodeElsewhere("taken-stays.ca");
    const transfer = { domainName: "taken-stays.ca", authCode, purchasePrice: 11.99 };
    expect((await ask(first, "POST", "/core/v1/transfers", transfer)).status).toBe(200);
    const code = (await ask(first, "GET", `${DOMAINS}/stays.com:getAuthCode`)).body.authCode as string;
    const { balance } = (await ask(first, "PUT", "/control", { balance: 12_34 })).body;
    expect(balance).toBe(12_34);
    first.advance(new Date(first.now().getTime() + 60_000));
    const left = first.now();
    await first.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const secret of [code, authCode]) expect(readFileSync(file, "utf8")).not.toContain(secret);

    const second = await start();
    expect(second.registrarToken).not.toBe(first.registrarToken);
    expect(second.now() >= left).toBe(true);
    expect((await ask(second, "GET", `${DOMAINS}/stays.com`)).body).toMatchObject({ locked: false });
    expect((await ask(second, "GET", `${DOMAINS}/stays.com:getAuthCode`)).body.authCode).toBe(code);
    expect(await create(second, "stays.com")).toEqual(registered);
    expect((await ask(second, "GET", "/core/v1/transfers/taken-stays.ca")).body.status).toBe("completed");
    expect((await ask(second, "GET", "/core/v1/accountinfo/balance")).body).toEqual({ balance: 12.34 });
    expect(second.changes().map(({ kind }) => kind)).toEqual(["register", "transfer"]);
    await second.stop();
  });

  test("is refused in an unknown format and left unchanged", async () => {
    writeFileSync(file, '{"version":1}');
    await expect(start()).rejects.toThrow(/npm run reset/);
    expect(readFileSync(file, "utf8")).toBe('{"version":1}');
  });

  test("blocks changes while it cannot be written", async () => {
    const path = join(folder, "gone/sandbox-registry.json");
    const registry = await SandboxRegistry.start({}, undefined, { file: path });
    rmSync(join(folder, "gone"), { recursive: true });
    writeFileSync(join(folder, "gone"), "");
    expect((await create(registry, "unwritten.com")).status).toBe(500);
    expect((await ask(registry, "GET", `${DOMAINS}/unwritten.com`)).status).toBe(404);
    rmSync(join(folder, "gone"));
    expect((await create(registry, "unwritten.com")).status).toBe(200);
    await registry.stop();
  });
});
