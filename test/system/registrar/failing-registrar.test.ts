import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
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
  tries: 0,
  nameservers: SERVERS,
  reference,
});

test.concurrent.each([
  ...["hang", "slow", "drip", "flood", "truncated", "empty", "reset", "garbage", "html404", "loop", "other"],
])("%s: it is not known, and nothing is done before it was read", async (prefix) => {
  const name = `${prefix}-order.com`;
  const hasty = door.registrar({ deadline: "500" });
  expect(await hasty.check(`${prefix}-checked.ca`)).toEqual(UNAVAILABLE);
  expect(await hasty.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  expect(await hasty.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  // Where a name is not found, no answer is about another one.
  expect(registry.changes(name)).toHaveLength(prefix === "other" ? 1 : 0);
});

test.each(["throttle", "mixed"])("%s: it asks to be left alone, and has done nothing", async (prefix) => {
  const name = `${prefix}-order.ca`;
  expect(await door.registrar().register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  expect(registry.changes(name)).toEqual([]);
});

test("a registrar that dies with what it did and comes back does it once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-registrar-"));
  const kept = { file: join(folder, "sandbox-registry.json"), registrarToken: registry.registrarToken };
  const first = await SandboxRegistry.start({}, TIMING, kept);
  const endpoint = first.endpoints.registrar;
  const other = door.registrar({ deadline: "10000", endpoint });
  expect(await other.register(registering("lost-dies.com", "dies-1"))).toEqual(UNAVAILABLE);
  await first.stop();
  expect(await other.register(registering("lost-dies.com", "dies-1"))).toEqual(UNAVAILABLE);

  const second = await SandboxRegistry.start({ registrar: Number(endpoint.split(":")[1]) }, TIMING, kept);
  expect(await other.register(registering("lost-dies.com", "dies-1"))).toMatchObject({ ok: true });
  expect(second.changes("lost-dies.com")).toHaveLength(1);
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
