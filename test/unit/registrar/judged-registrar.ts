import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { day } from "../../../dev/sandbox/registrations.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { addYears } from "../../../shared/platform/calendar.ts";
import { namecomRegistrar } from "../../../workers/billing/engine/registrar/namecom.ts";
import type { RegistrarResult } from "../../../workers/billing/engine/registrar/registrar.ts";
import { NEW_NAME } from "../../support/new-name.ts";
import { openDoor } from "./door.ts";
import { openJudge } from "./judge.ts";

export const SERVERS = ["ns1.maple.example", "ns2.maple.example"];
export const UNAVAILABLE = { ok: false, problem: { kind: "unavailable" } };

/**
 * Connects the adapter to the simulated registrar through two proxies: one that damages responses, and Prism with the
 * registrar's own file.
 */
export async function judgedRegistrar() {
  const registry = await SandboxRegistry.start();
  const judge = await openJudge(registry.registrarAccount.url);
  const door = await openDoor(judge.url);
  const account = { ...registry.registrarAccount, url: door.url };
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    door.damage = () => null;
    door.asked.length = 0;
    expect(judge.violations.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    door.close();
    await judge.close();
    await registry.stop();
  });
  const nextYear = () => addYears(day(registry.now()), 1);
  return { registry, judge, door, account, registrar: namecomRegistrar(account), nextYear };
}

export const refusedFor = (reason: RegExp) => ({
  ok: false,
  problem: { kind: "refused", reason: expect.stringMatching(reason) },
});

export const needs = (reason: string) => ({ ok: false, problem: { kind: "provider", reason } });

export async function valueIn<Value>(result: Promise<RegistrarResult<Value>>): Promise<Value> {
  const settled = await result;
  if (!settled.ok) throw new Error(JSON.stringify(settled.problem));
  return settled.value;
}

export const registering = (name: string, years = 1) => ({
  ...{ ...NEW_NAME, fields: { legal_type: "CCO" }, name, years },
  ...{ nameservers: SERVERS, reference: `order-of-${name}`, tries: 0 },
});

export const transferring = (name: string, authCode: string | null = authCodeElsewhere(name)) => ({
  ...{ ...NEW_NAME, name, authCode, reference: `transfer-of-${name}` },
});
