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

/** The registrars that never complete an answer. */
const SILENT = ["hang", "slow", "drip", "flood", "truncated"];

test.concurrent.each([...SILENT, "empty", "reset", "garbage", "html404", "loop", "other"])(
  "%s leaves the outcome unknown, and nothing is done before a read",
  async (prefix) => {
    const name = `${prefix}-order.com`;
    const registrar = door.registrar(SILENT.includes(prefix) ? { deadline: "500" } : {});
    expect(await registrar.check(`${prefix}-checked.ca`)).toEqual(UNAVAILABLE);
    expect(await registrar.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
    expect(await registrar.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
    // If a domain is not found, no answer can be about another one.
    expect(registry.changes(name)).toHaveLength(prefix === "other" ? 1 : 0);
  },
);

test.each(["throttle", "mixed"])("%s is a rate limit, and the registrar has done nothing", async (prefix) => {
  const name = `${prefix}-order.ca`;
  expect(await door.registrar().register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
  expect(registry.changes(name)).toEqual([]);
});
