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

/** Domain prefixes for which the sandbox registrar never completes a response. */
const SILENT = ["hang", "slow", "drip", "flood", "truncated"];

test.concurrent.each([...SILENT, "empty", "reset", "garbage", "html404", "loop", "other"])(
  "a registrar fault (%s) makes a registration unavailable, and a retry registers at most once",
  async (prefix) => {
    const name = `${prefix}-order.com`;
    const registrar = door.registrar(SILENT.includes(prefix) ? { deadline: "500" } : {});
    expect(await registrar.check(`${prefix}-checked.ca`)).toEqual(UNAVAILABLE);
    expect(await registrar.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
    expect(await registrar.register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
    // With `other`, the read finds no domain, so the registration goes through. Its response is about another domain.
    expect(registry.changes(name)).toHaveLength(prefix === "other" ? 1 : 0);
  },
);

test.each(["throttle", "mixed"])(
  "a rate limit of the registrar (%s) makes a registration unavailable",
  async (prefix) => {
    const name = `${prefix}-order.ca`;
    expect(await door.registrar().register(registering(name, `fails-${prefix}`))).toEqual(UNAVAILABLE);
    expect(registry.changes(name)).toEqual([]);
  },
);
