import { expect, onTestFinished, test, vi } from "vitest";
import type { Agreement } from "../../../durable-objects/connection/connection-port.ts";
import { hashOf, mintApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import { DAY, MINUTE, pass } from "../../support/clock.ts";
import { faults, resetFaults } from "../support/connection-world.ts";
import { connected, errorIn, INVALID_GRANT, NOTHING, recordOf, TestConnection } from "../support/test-connection.ts";

const ALL = { kind: "account" } as const;
const EVERY_SCOPE: Scope[] = ["account:read", "billing:write", "domains:write"];
const kindsTold = async (connection: TestConnection, count: number) =>
  (await connection.told(count)).map(([what]) => what);

/** Shortens all timers, so that a deadline of seconds passes in milliseconds. */
function withoutWaiting(): void {
  const { setTimeout } = globalThis;
  const soon = (work: () => void, ms = 0) => setTimeout(work, Math.min(ms, 50));
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(soon as never);
  onTestFinished(() => spy.mockRestore());
}

/** Creates the connection of an API token that is valid for the given number of days. */
async function withToken(days: number, change: Partial<Agreement> = {}): Promise<[TestConnection, string]> {
  const endsAt = new Date(Date.now() + days * DAY).toISOString();
  const origin = { kind: "token", prefix: "fdk_", lastFour: "abcd" } as const;
  const connection = new TestConnection({ origin, endsAt, ...change });
  const token = mintApiToken("0".repeat(22));
  await connection.openToken(await hashOf(token));
  return [connection, token];
}

// This test must run first because it needs the runtime's real clock.
test("the connection's alarm fires automatically", async () => {
  const [connection, token] = await withToken(1 / 86_400);
  await connection.admit(token);
  expect(await connection.told(2)).toContainEqual(["list ended", "expired"]);
});

test("a token's connection is created once, even if the same token is opened twice", async () => {
  const [connection] = await withToken(30);
  const { agreement } = connection;
  const hash = await hashOf("one");
  await expect(connection.openToken(hash)).rejects.toThrow("made before");
  const twice = new TestConnection({ endsAt: agreement.endsAt });
  await twice.openToken(hash);
  await twice.openToken(hash);
  expect(await kindsTold(twice, 1)).toEqual(["made"]);
});

test("disconnecting applies to the next request, keeps the agreement and the log, and sends no e-mail", async () => {
  const [connection, { access_token, refresh_token }] = await connected();
  await connection.admit(access_token, 1, recordOf("last"));
  await connection.stub.end("disconnected");
  expect(await connection.outcome(access_token)).toBe("refused");
  expect(await connection.errorOf(refresh_token)).toEqual(INVALID_GRANT);
  expect(await connection.stub.narrow({ scopes: [], limit: ALL, limitName: null })).toBe(false);

  const { end, ...rest } = (await connection.summary()) ?? {};
  expect(rest).toMatchObject({ name: "Sample App", recent: [{ requestId: "last" }] });
  expect(end?.reason).toBe("disconnected");
  await connection.stub.end("revoked");
  expect((await connection.summary())?.end).toEqual(end);
  await connection.evict();
  expect(await connection.outcome(access_token)).toBe("refused");
  expect((await connection.summary())?.end).toEqual(end);
  expect((await connection.told(2)).toSorted()).toEqual([
    ["list ended", "disconnected"],
    ["made", null],
  ]);
  expect(await connection.stored()).toMatchObject({ oauth: 0, refreshes: 0 });
});

test("a login that has lost its account ends the connection before the response", async () => {
  const [connection, { access_token }] = await connected();
  await connection.admit(access_token, 1, recordOf("lost", { outcome: "refused", status: 403, code: "access_lost" }));
  expect(await connection.outcome(access_token)).toBe("refused");
  expect(await connection.summary()).toMatchObject({ end: { reason: "access_lost" }, recent: [{ requestId: "lost" }] });
  expect(await connection.told(3)).toContainEqual(["ended", "access_lost"]);
});

test("an ended connection is deleted 180 days after its end", async () => {
  const [connection, { access_token }] = await connected();
  await connection.admit(access_token, 1, recordOf("r"));
  await connection.stub.end("disconnected");
  await connection.runAlarm();
  pass(180 * DAY - MINUTE);
  await connection.runAlarm();
  expect(await connection.summary()).not.toBeNull();
  pass(2 * MINUTE);
  await connection.runAlarm();
  expect(await connection.summary()).toBeNull();
  expect(await connection.stored()).toEqual(NOTHING);
  expect(await connection.told(3)).toContainEqual(["list forgot", null]);
});

test("an index that never responds delays neither the end of a connection nor its deletion", async () => {
  const [connection, { access_token, refresh_token }] = await connected();
  faults.listHangs = true;
  withoutWaiting();
  await connection.stub.end("disconnected");
  expect(await connection.outcome(access_token)).toBe("refused");
  pass(181 * DAY);
  const [, answer] = await Promise.all([connection.runAlarm(), connection.refresh(refresh_token)]);
  expect(answer && errorIn(answer), "a caller in between gets an answer").toEqual(INVALID_GRANT);
  expect(await connection.alarmAt()).toBeGreaterThan(Date.now());
  expect(await connection.summary(), "it tries again").not.toBeNull();
  resetFaults();
  await connection.runAlarm();
  expect(await connection.stored()).toEqual(NOTHING);
});

test("a restriction applies to the next request, cannot be lifted and survives an eviction", async () => {
  const [connection, { access_token }] = await connected({ scopes: EVERY_SCOPE });
  const domain = { kind: "domain", name: "studio-ana.ca" } as const;
  const restrict = (scopes: Scope[], limit: ResourceLimit, limitName: string | null) =>
    connection.stub.narrow({ scopes, limit, limitName });
  const granted = { outcome: "admitted", grant: { scopes: ["account:read", "domains:write"], limit: domain } };
  expect(await restrict(["domains:write"], domain, "studio-ana.ca")).toBe(true);
  expect(await connection.admit(access_token)).toMatchObject(granted);
  expect(await restrict(["domains:write", "billing:write"], ALL, null)).toBe(false);
  await connection.evict();
  expect(await connection.admit(access_token)).toMatchObject(granted);
  expect(await connection.summary()).toMatchObject({ limitName: "studio-ana.ca" });
});

test("only the exact API token is admitted, and it loses an operation together with its scope", async () => {
  const [connection, token] = await withToken(30, {
    scopes: EVERY_SCOPE,
    operations: ["renewDomain", "setDomainLock"],
  });
  const { operations } = connection.agreement;
  expect(await connection.admit(token)).toMatchObject({ outcome: "admitted", grant: { operations } });
  for (const other of [mintApiToken("0".repeat(22)), token.slice(0, -1), `${token}0`])
    expect(await connection.outcome(other)).toBe("refused");
  expect(await connection.alarmAt()).not.toBeNull();
  expect(await connection.stub.narrow({ scopes: ["billing:write"], limit: ALL, limitName: null })).toBe(true);
  await connection.evict();
  const grant = { scopes: ["account:read", "billing:write"], operations: ["renewDomain"] };
  expect(await connection.admit(token)).toMatchObject({ grant });
  await connection.stub.end("disconnected");
  expect(await connection.outcome(token)).toBe("refused");
});

test("an API token ends on its date, with one notice a week before and no e-mail at the end", async () => {
  const [connection, token] = await withToken(30);
  pass(22 * DAY);
  await connection.runAlarm();
  expect(await kindsTold(connection, 1)).toEqual(["made"]);
  for (let day = 0; day < 3; day++) {
    pass(DAY + MINUTE);
    await connection.runAlarm();
  }
  expect(await kindsTold(connection, 2)).toEqual(["made", "ending"]);
  expect(await connection.outcome(token)).toBe("admitted");
  pass(6 * DAY);
  // The token is refused even before the alarm fires.
  expect(await connection.outcome(token)).toBe("refused");
  await connection.runAlarm();
  expect(await connection.endReason()).toBe("expired");
  expect(await kindsTold(connection, 3)).toEqual(["made", "ending", "list ended"]);
});

test("an API token that is valid for a week or less causes no notice", async () => {
  const [connection] = await withToken(7);
  await connection.runAlarm();
  pass(DAY);
  await connection.runAlarm();
  expect(await kindsTold(connection, 1)).toEqual(["made"]);
});

test("a connection ends although the index and the e-mails fail, and reports its end later", async () => {
  const [connection, { access_token }] = await connected();
  await connection.told(1);
  Object.assign(faults, { listFails: true, noticesFail: true });
  await connection.stub.end("access_lost");
  expect(await connection.outcome(access_token)).toBe("refused");
  const again = await connection.alarmAt();
  expect(again).toBeLessThanOrEqual(Date.now() + MINUTE);
  await connection.runAlarm();
  expect(await connection.alarmAt()).toBeLessThanOrEqual(Date.now() + MINUTE);
  resetFaults();
  await connection.runAlarm();
  expect(await connection.told(2)).toContainEqual(["list ended", "access_lost"]);
  await connection.runAlarm();
  expect(await connection.alarmAt()).toBeGreaterThan(Date.now() + 100 * DAY);
});

test("a failed e-mail does not prevent a connection", async () => {
  faults.noticesFail = true;
  const [connection, { access_token }] = await connected();
  expect(await connection.outcome(access_token)).toBe("admitted");
  resetFaults();
});
