import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import type { Registrar } from "../../../workers/billing/engine/registrar/registrar.ts";
import { NEW_NAME } from "../../support/new-name.ts";
import { openRegistrarDoor, type RegistrarDoor } from "./support/registrar-door.ts";

const TIMING = { silenceMs: 3_000, dripMs: 200, floodBytes: 1_000_000 };
const SERVERS = ["ns1.maple.example", "ns2.maple.example"];
const UNAVAILABLE = { ok: false, problem: { kind: "unavailable" } };

let registry: SandboxRegistry;
let door: RegistrarDoor;
beforeAll(async () => {
  registry = await SandboxRegistry.start({}, TIMING);
  door = await openRegistrarDoor(registry);
});
afterAll(async () => {
  await door.close();
  await registry.stop();
});

const registering = (name: string, reference: string) => ({
  ...NEW_NAME,
  name,
  years: 1,
  nameservers: SERVERS,
  reference,
});

test.concurrent.each([
  ...["hang", "slow", "drip", "flood", "truncated", "empty", "reset", "garbage", "html404", "loop", "other"],
])("%s: it is not known, and what was done is done once", async (prefix) => {
  const name = `${prefix}-order.ca`;
  const hasty = door.registrar({ deadline: "500" });
  expect(await hasty.check(`${prefix}-checked.ca`)).toEqual(UNAVAILABLE);
  expect(await hasty.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  expect(await hasty.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  expect(await hasty.read(name)).toEqual(UNAVAILABLE);
  expect(registry.changes(name)).toEqual([{ kind: "register", name, reference: `fails-${prefix}` }]);
});

test.each(["throttle", "mixed"])("%s: it asks to be left alone, and has done nothing", async (prefix) => {
  const name = `${prefix}-order.ca`;
  expect(await door.registrar().register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  expect(registry.changes(name)).toEqual([]);
});

const read = (other: Registrar) => other.read("studio-ana.ca");
const check = (other: Registrar) => other.check("said.ca");
const register = (other: Registrar) => other.register(registering("other.ca", "other-1"));
const domain = {
  ...{ name: "studio-ana.ca", registrar: "Sandbox Registrar Inc.", registeredOn: "2019-04-02", transferredOn: null },
  ...{ expiresOn: "2027-04-02", nameservers: SERVERS, locked: true, lockSupported: true, transferProhibited: false },
};

test.each<[number, string, (other: Registrar) => Promise<unknown>]>([
  [200, '{"value":{"name":"studio-ana.ca"}}', read],
  [200, "{}", read],
  [200, JSON.stringify({ value: { ...domain, expiresOn: "soon" } }), read],
  [200, JSON.stringify({ value: { ...domain, nameservers: [1] } }), read],
  [200, JSON.stringify({ value: { ...domain, name: "studio-anna.ca" } }), read],
  [200, '{"value":{"name":"another.ca","state":"available"}}', check],
  [200, '{"value":{"name":"said.ca","state":"free"}}', check],
  [200, '{"value":null}', check],
  [500, "{}", register],
  [401, '{"error":"The bearer token is wrong."}', register],
  [409, '{"error":"no reason"}', register],
  [200, "{", register],
])("%i with %.50s is no answer", async (status, body, ask) => {
  const { endpoint, close } = await otherServer(status, body);
  const other = door.registrar({ deadline: "2000", endpoint });
  expect(await ask(other)).toEqual(UNAVAILABLE);
  close();
  expect(await ask(other), "what is not there at all").toEqual(UNAVAILABLE);
});

test("a registrar that dies with what it did and comes back answers the same reference as before, and does nothing again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-registrar-"));
  const kept = { file: join(folder, "sandbox-registry.json"), registrarToken: registry.registrarToken };
  const first = await SandboxRegistry.start({}, TIMING, kept);
  const endpoint = first.endpoints.registrar;
  const patient = door.registrar({ deadline: "10000", endpoint });
  const interrupted = patient.register(registering("hang-dies.ca", "dies-1"));
  await expect.poll(() => first.changes("hang-dies.ca").length).toBe(1);
  await first.stop();
  expect(await interrupted).toEqual(UNAVAILABLE);
  expect(await patient.register(registering("hang-dies.ca", "dies-1"))).toEqual(UNAVAILABLE);

  const second = await SandboxRegistry.start({ registrar: Number(endpoint.split(":")[1]) }, TIMING, kept);
  expect(await patient.register(registering("back.ca", "back-1"))).toMatchObject({ ok: true });
  const shorter = door.registrar({ deadline: "500", endpoint });
  expect(await shorter.register(registering("hang-dies.ca", "dies-1"))).toEqual(UNAVAILABLE);
  expect(second.changes("hang-dies.ca")).toHaveLength(1);
  await second.stop();
  rmSync(folder, { recursive: true });
});

test("an auth code stands in no log, whatever happens to the call that carries it", async () => {
  const read = await door.registrar().readAuthCode("studio-ana.ca");
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const canary = "canary-7d1f";
  const hasty = door.registrar({ deadline: "400" });
  const prefixes = ["hang", "garbage", "reset", "truncated", "loop", "throttle", "other", "html404"];
  const transfers = prefixes.map((prefix) => ({ name: `${prefix}-canary.ca`, reference: `canary-of-${prefix}` }));
  await Promise.all(transfers.map((transfer) => hasty.beginTransfer({ ...NEW_NAME, ...transfer, authCode: canary })));
  const logs = JSON.stringify(door.logs());
  expect(logs).toContain("registrar_unavailable");
  expect(logs).not.toContain(read.value);
  expect(logs).not.toContain(canary);
  expect(logs).not.toContain("code-of-");
  expect(logs).not.toContain(registry.registrarToken);
});

/** A server in the registrar's place that always says the same. */
async function otherServer(status: number, body: string): Promise<{ endpoint: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
