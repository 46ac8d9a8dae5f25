import { describe, expect, test } from "vitest";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import { mintApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CallRecord, Gate } from "../../../shared/api/pipeline/gate.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../shared/platform/ids.ts";
import { SlidingLog } from "../../../shared/platform/rate-limit.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import type { AdmissionDependencies } from "../../../workers/account/admission/connection-admission.ts";
import { connectionGate } from "../../../workers/account/admission/connection-gate.ts";
import { WrongSecrets } from "../../../workers/account/admission/wrong-secrets.ts";
import type { DescribeBilling } from "../../../workers/account/queries/remembered-descriptions.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");
const ids = new ObjectIds(new Signer(async () => ({ original: new ArrayBuffer(32) })), "connection");
const authorization = `Bearer ${mintApiToken(await ids.mint())}`;
const addresses = addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses");

const ADDRESS = "203.0.113.7";

const GRANT = {
  ...{ id: "c", name: "A", application: "c", loginId: 11, accountId: 1001 },
  ...{ currency: "CAD" },
  ...{ scopes: ["account:read" as const], agreedScopes: ["account:read" as const], operations: null },
  ...{ limit: { kind: "account" as const }, asks: NO_ASKS, isChallenged: false },
};

/** Creates a gate for a single connection. */
function gateOver(admit: unknown, now = () => NOW, describe?: DescribeBilling, zones: boolean | null = null): Gate {
  const dependencies = { describe, areZonesConnected: async () => zones } as Partial<AdmissionDependencies>;
  const wrongSecrets = new WrongSecrets(now);
  return connectionGate(
    ids,
    () => ({ admit }) as ConnectionPort,
    { ...(dependencies as AdmissionDependencies), wrongSecrets },
    now,
  );
}

/** Creates a connection behind a service binding, with its call records and the number of its open RPC stubs. */
function remoteConnection(quota = 120, describe?: DescribeBilling, zones?: boolean | null) {
  const seen = { recorded: [] as CallRecord[], open: 0, calls: 0 };
  const window = new SlidingLog();
  const admit: ConnectionPort["admit"] = async (_, requests) => {
    seen.calls++;
    seen.open++;
    const policy = { id: "connection", name: "connection", quota, windowSeconds: 60 };
    const rateResults = Array.from({ length: requests }, () => window.take(policy, NOW));
    const log = {
      record: async (record: CallRecord) => void seen.recorded.push(record),
      [Symbol.dispose]: () => void seen.open--,
    };
    return { outcome: "admitted", grant: GRANT, rateResults, log };
  };
  return { seen, gate: gateOver(admit, () => NOW, describe, zones) };
}

test("the RPC stub is disposed of with the last admission of a batch, or immediately if there are no admissions", async () => {
  const { gate, seen } = remoteConnection();
  const [one, other] = await gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 2);
  one?.[Symbol.dispose]();
  expect(seen.open).toBe(1);
  other?.[Symbol.dispose]();
  expect(seen.open).toBe(0);
  expect(await gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 0)).toEqual([]);
  expect(seen).toMatchObject({ open: 0, calls: 2 });
});

test("a connection to a former billing system gets access_lost", async () => {
  const gate = gateOver(async () => ({ outcome: "access_lost" }));
  await expect(gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 1)).rejects.toMatchObject({
    code: "access_lost",
  });
});

const DOWN = { ok: false as const, problem: { code: "billing_unavailable" as const, retryAfter: 7 } };
const saying = (acts: boolean) => ({ ok: true as const, value: sampleDescription({ acts }) });

test.each<[what: string, ReturnType<typeof saying> | typeof DOWN, zones: boolean | null, Scope, code: string]>([
  ["accepts changes", saying(true), null, "billing:write", "insufficient_scope"],
  ["accepts no changes", saying(false), null, "billing:write", "not_offered"],
  ["has never responded", DOWN, null, "billing:write", "billing_unavailable"],
  ["has a server with zones", saying(true), true, "zones:write", "insufficient_scope"],
  ["may have a server with zones", saying(true), null, "zones:write", "insufficient_scope"],
  ["has no server with zones", saying(true), false, "zones:write", "not_bridged"],
])("a missing scope is requested only if the billing system can provide it: it %s", async (...row) => {
  const [, described, zones, scope, code] = row;
  const { gate } = remoteConnection(120, async () => described, zones);
  const operation = { id: "orderPlan", access: { scope, permissions: [], limit: "whole" as const } };
  const [admission] = await gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 1);
  const refusal = await admission?.authorize(operation, undefined).catch((thrown: OperationError) => thrown);
  if (!refusal) throw new Error("it was not refused");
  expect([refusal.code, refusal.retryAfter]).toEqual([code, described.ok ? undefined : 7]);
  const asked = gate.challenge({ code: refusal.code, via: "http", addresses, authorization, operation, admission });
  if (code === "insufficient_scope") expect(asked).toContain(`scope="account:read ${scope}"`);
  else expect(asked).toBeUndefined();
  const { action_required: elsewhere } = refusal.members;
  if (scope === "billing:write") {
    expect(elsewhere?.url).toBe(code === "not_offered" ? addresses.clientArea : undefined);
  }
});

test.each([
  ["renewDomain", null],
  ["orderDomain", "insufficient_scope"],
])("a token that only allows renewals calls %s with the result %s", async (id, refused) => {
  const grant = { ...GRANT, scopes: ["account:read", "billing:write"], operations: ["renewDomain"] };
  const rateResults = [{ allowed: true, remaining: 119, moreAt: NOW }];
  const admit = async () => ({ outcome: "admitted", grant, rateResults, log: {} });
  const gate = gateOver(
    admit,
    () => NOW,
    async () => saying(true),
  );
  const [admission] = await gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 1);
  const access = { scope: "billing:write" as const, permissions: [], limit: "whole" as const };
  const refusal = await admission?.authorize({ id, access }, undefined).catch(({ code }: OperationError) => code);
  expect(refusal ?? null).toBe(refused);
});

describe("a token that was refused in the last five seconds", () => {
  /** Creates a gate for a connection that accepts only one credential, and counts the calls to the connection. */
  function gateFor(good: string | null) {
    const seen = { asked: 0, now: NOW };
    const admit: ConnectionPort["admit"] = async ({ token }) => {
      seen.asked++;
      if (token !== good) return { outcome: "refused" };
      return { outcome: "admitted", grant: {}, rateResults: [], log: { record: async () => undefined } } as never;
    };
    const gate = gateOver(admit, () => seen.now);
    const tryToken = (token: string, at = addresses, address = ADDRESS) =>
      gate.admit({ authorization: `Bearer ${token}`, addresses: at, address, requestId: "r" }, 0).then(
        () => "admitted",
        ({ code }: OperationError) => code,
      );
    return { seen, tryToken };
  }

  test("causes only one call in five seconds, and a valid token is checked every time", async () => {
    const good = mintApiToken(await ids.mint());
    const { seen, tryToken } = gateFor(good);
    const dead = `${await ids.mint()}:grant:dead`;
    for (let n = 0; n < 50; n++) expect(await tryToken(dead)).toBe("unauthorized");
    expect(seen.asked).toBe(1);
    for (let n = 0; n < 3; n++) expect(await tryToken(good)).toBe("admitted");
    expect(seen.asked).toBe(4);
    seen.now += 5_000;
    expect(await tryToken(dead)).toBe("unauthorized");
    expect(seen.asked).toBe(5);
  });

  test("is remembered only for its resource, and no other token of the connection is affected", async () => {
    const { seen, tryToken } = gateFor(null);
    const id = await ids.mint();
    await tryToken(`${id}:grant:dead`);
    await tryToken(`${id}:grant:dead`, { ...addresses, base: "https://other.example/api/v1" });
    await tryToken(`${id}:grant:other`);
    expect(seen.asked).toBe(3);
  });

  test("is remembered only while it is among the newest thousand", async () => {
    const { seen, tryToken } = gateFor(null);
    const id = await ids.mint();
    for (let n = 0; n <= 1_000; n++) await tryToken(`${id}:grant:${n}`, addresses, `network-${n}`);
    expect(seen.asked).toBe(1_001);
    await tryToken(`${id}:grant:1000`);
    expect(seen.asked).toBe(1_001);
    await tryToken(`${id}:grant:0`);
    expect(seen.asked).toBe(1_002);
  });

  test("is not displaced by forged connection ids", async () => {
    const { seen, tryToken } = gateFor(null);
    const dead = `${await ids.mint()}:grant:dead`;
    await tryToken(dead);
    for (let n = 0; n <= 1_000; n++) expect(await tryToken(`${"0".repeat(22)}:grant:${n}`)).toBe("unauthorized");
    expect(seen.asked).toBe(1);
    await tryToken(dead);
    expect(seen.asked).toBe(1);
  });

  test("counts towards a limit of thirty per minute and network, which then also applies to a valid token", async () => {
    const id = await ids.mint();
    const good = mintApiToken(id);
    const { seen, tryToken } = gateFor(good);
    for (let n = 0; n < 30; n++) expect(await tryToken(`${id}:grant:${n}`)).toBe("unauthorized");
    for (const token of [`${id}:grant:30`, good]) expect(await tryToken(token)).toBe("rate_limited");
    expect(seen.asked).toBe(30);
    expect(await tryToken(good, addresses, "203.0.113.8"), "the owner, elsewhere").toBe("admitted");
    expect(await tryToken(`${await ids.mint()}:grant:0`), "another connection").toBe("unauthorized");
    seen.now += 60_000;
    expect(await tryToken(good)).toBe("admitted");
  });

  test("is not remembered if the connection did not respond", async () => {
    let asked = 0;
    const gate = gateOver(async () => {
      asked++;
      throw new Error("gone");
    });
    const authorization = `Bearer ${await ids.mint()}:grant:some`;
    for (const times of [1, 2]) {
      const refusal = gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 1);
      await expect(refusal).rejects.toMatchObject({ code: "server_unavailable" });
      expect(asked).toBe(times);
    }
  });
});

test("an unreadable service key gives server_unavailable instead of refusing the credential", async () => {
  const unreadable = new ObjectIds(new Signer(() => Promise.reject(new Error("no key"))), "connection");
  const untouched = (): ConnectionPort => {
    throw new Error("an object was called");
  };
  const gate = connectionGate(unreadable, untouched, { wrongSecrets: new WrongSecrets(() => NOW) } as never, () => NOW);
  const refusal = gate.admit({ authorization, addresses, address: ADDRESS, requestId: "r" }, 1);
  await expect(refusal).rejects.toMatchObject({ code: "server_unavailable" });
});
