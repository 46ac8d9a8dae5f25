import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { NEW_NAME } from "../../support/new-name.ts";

const DAY_MS = 86_400_000;
const SERVERS = ["ns1.maple.example", "ns2.maple.example"];

interface ApiAnswer {
  status: number;
  body: { value?: unknown; refused?: string; error?: string; now?: string };
}
type Ask = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** One request to the registrar's side, with the right token unless another one is given. */
function ask(registry: SandboxRegistry, ...[method, path, body, headers = {}]: Ask): Promise<ApiAnswer> {
  const [host, port] = registry.endpoints.registrar.split(":");
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const all = {
    Authorization: `Bearer ${registry.registrarToken}`,
    ...(text === "" ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host, port: Number(port), method, path, headers: all }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: (await json(response)) as ApiAnswer["body"] });
    });
    sent.on("error", reject).end(text);
  });
}

const REGISTRATION = "/domains/bad.ca/registration";
const order = (reference: string) => ({ ...NEW_NAME, years: 1, nameservers: SERVERS, reference });

describe("whoever is not the Worker", () => {
  let registry: SandboxRegistry;
  beforeAll(async () => {
    registry = await SandboxRegistry.start();
  });
  afterAll(() => registry.stop());

  test.each([
    ["without a token", { Authorization: "" }],
    ["with another token", { Authorization: "Bearer AAAA" }],
    ["with the token in another scheme", { Authorization: "Basic AAAA" }],
  ])("%s changes nothing", async (_what, headers) => {
    const answer = await ask(registry, "POST", "/domains/intruder.ca/registration", order("intruder"), headers);
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBeTypeOf("string");
    expect((await ask(registry, "PUT", "/clock", { to: "2090-01-01T00:00:00Z" }, headers)).status).toBe(401);
    expect((await ask(registry, "GET", "/domains/studio-ana.ca/auth-code", undefined, headers)).status).toBe(401);
    expect(registry.changes()).toEqual([]);
    expect(registry.now().getUTCFullYear()).toBeLessThan(2090);
  });

  test("is not let in by a preflight, and nothing is said for other origins", async () => {
    const preflight = { method: "OPTIONS", headers: { "Access-Control-Request-Method": "POST" } };
    const response = await fetch(`http://${registry.endpoints.registrar}/domains/a.ca/registration`, preflight);
    expect(response.status).toBe(401);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each([
    ["no path", "GET", "/", undefined, 404],
    ["another method", "DELETE", "/domains/bad.ca", undefined, 404],
    ["no name", "GET", "/domains/a%2Fb.ca", undefined, 404],
    ["upper case", "GET", "/domains/Bad.ca", undefined, 404],
    ["no body", "POST", REGISTRATION, undefined, 400],
    ["no JSON", "POST", REGISTRATION, "{", 400],
    ["a member too many", "POST", REGISTRATION, { ...order("bad"), price: 0 }, 400],
    ["no reference", "POST", REGISTRATION, { ...NEW_NAME, years: 1, nameservers: SERVERS }, 400],
    ["no registrant", "POST", REGISTRATION, { ...order("nobody"), registrant: undefined }, 400],
    ["half a year", "POST", REGISTRATION, { ...order("bad"), years: 0.5 }, 400],
    ["a time that is none", "PUT", "/clock", { to: "tomorrow" }, 400],
    ["a time that is past", "PUT", "/clock", { to: "2020-01-01T00:00:00Z" }, 409],
    ["a time too far away", "PUT", "/clock", { to: "9999-01-01T00:00:00Z" }, 409],
  ])("who sends %s gets an error", async (_what, method, path, body, status) => {
    const answer = await ask(registry, method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error ?? answer.body.refused).toBeTypeOf("string");
    expect(registry.changes()).toEqual([]);
  });
});

describe("the clock", () => {
  test("goes forward over HTTP, and a name ends with its time", async () => {
    const registry = await SandboxRegistry.start();
    const { value } = (await ask(registry, "POST", "/domains/ends.ca/registration", order("ends"))).body;
    const { expiresOn } = value as { expiresOn: string };
    const rdap = async () => {
      const response = await fetch(`http://${registry.endpoints.rdap}/rdap/domain/ends.ca`);
      return response.status === 200 ? ((await response.json()) as { status: string[] }).status : response.status;
    };
    const daysAfter = async (days: number) => {
      const to = new Date(Date.parse(expiresOn) + days * DAY_MS).toISOString();
      const { status, body } = await ask(registry, "PUT", "/clock", { to });
      expect([status, body.now?.slice(0, 10)]).toEqual([200, to.slice(0, 10)]);
      return rdap();
    };
    expect(await rdap()).toEqual(["client transfer prohibited"]);
    expect(await daysAfter(44)).toEqual(["client transfer prohibited"]);
    expect(await daysAfter(46)).toEqual(["redemption period", "pending delete"]);
    expect(await daysAfter(81)).toBe(404);
    expect((await ask(registry, "GET", "/domains/ends.ca")).body).toEqual({ value: null });
    expect((await ask(registry, "POST", "/domains/ends.ca/registration", order("ends-2"))).status).toBe(200);
    expect(() => registry.advance(new Date(0))).toThrow(RangeError);
    expect(() => registry.advance(new Date(Number.NaN))).toThrow(RangeError);
    await registry.stop();
  });
});

describe("what is kept in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-registry-"));
  const file = join(folder, "state/sandbox-registry.json");
  const start = () => SandboxRegistry.start({}, undefined, { file });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is there after a restart: registrations, references, transfers, codes and the time", async () => {
    const first = await start();
    const registered = await ask(first, "POST", "/domains/stays.ca/registration", order("stays"));
    await ask(first, "PUT", "/domains/stays.ca/lock", { locked: false });
    const seeded = await ask(first, "PUT", "/domains/ana.dev/nameservers", { nameservers: SERVERS });
    const authCode = authCodeElsewhere("taken-stays.ca");
    await ask(first, "POST", "/domains/taken-stays.ca/transfer", { ...NEW_NAME, authCode, reference: "moves" });
    const code = (await ask(first, "GET", "/domains/stays.ca/auth-code")).body.value as string;
    first.advance(new Date(first.now().getTime() + 100 * DAY_MS));
    const left = first.now();
    await first.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const secret of [code, authCode]) expect(readFileSync(file, "utf8")).not.toContain(secret);

    const second = await start();
    expect(second.registrarToken).not.toBe(first.registrarToken);
    expect(second.now() >= left).toBe(true);
    expect((await ask(second, "GET", "/domains/stays.ca")).body.value).toMatchObject({ locked: false });
    expect((await ask(second, "GET", "/domains/ana.dev")).body.value).toEqual(seeded.body.value);
    expect((await ask(second, "GET", "/domains/stays.ca/auth-code")).body.value).toBe(code);
    expect(await ask(second, "POST", "/domains/stays.ca/registration", order("stays"))).toEqual(registered);
    const transfer = await ask(second, "GET", "/domains/taken-stays.ca/transfer?reference=moves");
    expect(transfer.body.value).toMatchObject({ state: "completed", domain: { name: "taken-stays.ca" } });
    expect(second.changes().map(({ reference }) => reference)).toEqual(["stays", "moves"]);
    await second.stop();
  });

  test("and is something else is refused, and left as it was", async () => {
    writeFileSync(file, '{"version":2}');
    await expect(start()).rejects.toThrow(/npm run reset/);
    expect(readFileSync(file, "utf8")).toBe('{"version":2}');
  });

  test("that cannot be written is not done", async () => {
    const path = join(folder, "gone/sandbox-registry.json");
    const registry = await SandboxRegistry.start({}, undefined, { file: path });
    rmSync(join(folder, "gone"), { recursive: true });
    writeFileSync(join(folder, "gone"), "");
    expect((await ask(registry, "POST", "/domains/unwritten.ca/registration", order("unwritten"))).status).toBe(500);
    expect((await ask(registry, "GET", "/domains/unwritten.ca")).body).toEqual({ value: null });
    rmSync(join(folder, "gone"));
    expect((await ask(registry, "POST", "/domains/unwritten.ca/registration", order("unwritten"))).status).toBe(200);
    await registry.stop();
  });
});
