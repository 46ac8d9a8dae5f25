import { afterAll, beforeAll, expect, test } from "vitest";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { accountsOn } from "../../../dev/seed/customers/accounts.ts";
import { calendarAround } from "../../../dev/seed/customers/calendar.ts";
import type {
  RegisteredDomain,
  Registrar,
  RegistrarResult,
} from "../../../workers/billing/engine/registrar/registrar.ts";
import { openRegistrarDoor, type RegistrarDoor } from "./support/registrar-door.ts";

let registry: SandboxRegistry;
let door: RegistrarDoor;
let registrar: Registrar;
beforeAll(async () => {
  registry = await SandboxRegistry.start();
  door = await openRegistrarDoor(registry);
  registrar = door.registrar();
});
afterAll(async () => {
  await door.system.close();
  await registry.stop();
});

const accounts = accountsOn(calendarAround(new Date()));

test.each(accounts.map(({ id, domains }) => ({ id, domains })))(
  "account $id: the registrar knows what it has, with its dates",
  async ({ domains }) => {
    const held = domains.filter(({ status }) => ["active", "grace", "redemption"].includes(status));
    expect(held.length).toBeGreaterThan(0);
    for (const { name, registeredOn, expiresOn } of held) {
      expect(await registrar.read(name)).toEqual({
        ok: true,
        value: expect.objectContaining({ name, registeredOn, expiresOn, registrar: "Sandbox Registrar Inc." }),
      } satisfies RegistrarResult<RegisteredDomain>);
    }
    for (const { name } of domains.filter(({ status }) => status === "transferred_away")) {
      expect(await registrar.read(name)).toEqual({ ok: true, value: null });
    }
  },
);
