import { afterAll, beforeAll, expect, test } from "vitest";
import { hashApiToken, mintApiToken } from "../../../durable-objects/connection/api-token.ts";
import type { Agreement, TokenAnswer } from "../../../durable-objects/connection/connection-port.ts";
import {
  ConnectionDoor,
  DAY,
  errorIn,
  MINUTE,
  NOTHING,
  recordOf,
  TestConnection,
} from "../../support/connection-door.ts";

let door: ConnectionDoor;
beforeAll(async () => {
  door = await ConnectionDoor.open();
});
afterAll(() => door.close());

const ALL = { kind: "account" } as const;

/** The connection of an API token that lives so many days, and the token. */
async function withToken(days: number, change: Partial<Agreement> = {}): Promise<[TestConnection, string]> {
  const endsAt = new Date((await door.now()) + days * DAY).toISOString();
  const connection = new TestConnection(door, {
    origin: { kind: "token", prefix: "fdk_", lastFour: "abcd" },
    endsAt,
    ...change,
  });
  const token = mintApiToken("0".repeat(22));
  await connection.call("openToken", connection.agreement, await hashApiToken(token));
  return [connection, token];
}

// The first, while the door's clock is still the runtime's.
test("its alarm rings by itself", async () => {
  const [connection, token] = await withToken(1 / 86_400);
  await connection.admit(token);
  expect(await connection.told(2)).toContainEqual(["list ended", "expired"]);
});

test("a token's connection that is made twice is made once, and is no other's", async () => {
  const [connection] = await withToken(30);
  const { agreement } = connection;
  const hash = await hashApiToken("one");
  await expect(connection.call("openToken", agreement, hash)).rejects.toThrow("made before");
  const twice = new TestConnection(door, { endsAt: agreement.endsAt });
  await twice.call("openToken", twice.agreement, hash);
  await twice.call("openToken", twice.agreement, hash);
  expect((await twice.told(1)).map(([what]) => what)).toEqual(["made"]);
});

test("disconnecting is effective with the next request; what was agreed and the log stay, nobody is mailed", async () => {
  const connection = new TestConnection(door);
  const { access_token, refresh_token } = await connection.connect();
  await connection.admit(access_token, 1, recordOf("last"));
  await connection.call("end", "disconnected");
  expect((await connection.admit(access_token)).outcome).toBe("refused");
  expect(errorIn(await connection.refresh(refresh_token))).toEqual([400, "invalid_grant"]);
  expect(await connection.call("narrow", { scopes: [], limit: ALL, limitName: null })).toBe(false);

  const { end, ...rest } = (await connection.summary()) ?? {};
  expect(rest).toMatchObject({ name: "Sample App", recent: [{ requestId: "last" }] });
  expect(end?.reason).toBe("disconnected");
  await connection.call("end", "revoked");
  expect((await connection.summary())?.end).toEqual(end);
  await door.evict("CONNECTION", connection.id);
  expect((await connection.admit(access_token)).outcome).toBe("refused");
  expect((await connection.summary())?.end).toEqual(end);
  expect((await connection.told(2)).toSorted()).toEqual([
    ["list ended", "disconnected"],
    ["made", null],
  ]);
  expect(await connection.stored()).toMatchObject({ oauth: 0, refreshes: 0 });
});

test("a login that lost its account ends the connection before its own answer is given", async () => {
  const connection = new TestConnection(door);
  const { access_token } = await connection.connect();
  await connection.admit(access_token, 1, recordOf("lost", { outcome: "refused", status: 403, code: "access_lost" }));
  expect((await connection.admit(access_token)).outcome).toBe("refused");
  expect(await connection.summary()).toMatchObject({ end: { reason: "access_lost" }, recent: [{ requestId: "lost" }] });
  expect(await connection.told(3)).toContainEqual(["ended", "access_lost"]);
});

test("an ended connection is forgotten 180 days after its end", async () => {
  const connection = new TestConnection(door);
  const { access_token } = await connection.connect();
  await connection.admit(access_token, 1, recordOf("r"));
  await connection.call("end", "disconnected");
  await connection.call("runAlarm");
  await door.pass(180 * DAY - MINUTE);
  await connection.call("runAlarm");
  expect(await connection.summary()).not.toBeNull();
  await door.pass(2 * MINUTE);
  await connection.call("runAlarm");
  expect(await connection.summary()).toBeNull();
  expect(await connection.stored()).toEqual(NOTHING);
  expect(await connection.told(3)).toContainEqual(["list forgot", null]);
});

test("a list that never answers holds up neither the end of a connection nor its forgetting", async () => {
  const connection = new TestConnection(door);
  const { access_token, refresh_token } = await connection.connect();
  await door.faults({ listFails: false, noticesFail: false, listHangs: true });
  await connection.call("end", "disconnected");
  expect((await connection.admit(access_token)).outcome).toBe("refused");
  await door.pass(181 * DAY);
  const [, answer] = await door.together<TokenAnswer>([
    { object: "CONNECTION", name: connection.id, method: "runAlarm", args: [] },
    connection.form({ grant_type: "refresh_token", refresh_token }),
  ]);
  expect(answer && errorIn(answer), "whoever asks meanwhile is answered").toEqual([400, "invalid_grant"]);
  expect(await connection.call("alarmAt")).toBeGreaterThan(await door.now());
  expect(await connection.summary(), "it tries again").not.toBeNull();
  await door.faults({ listFails: false, noticesFail: false });
  await connection.call("runAlarm");
  expect(await connection.stored()).toEqual(NOTHING);
}, 30_000);

test("scopes and limit are narrowed at once and never widened", async () => {
  const connection = new TestConnection(door, { scopes: ["account:read", "billing:write", "domains:write"] });
  const { access_token } = await connection.connect();
  const narrow = (scopes: string[], limit: object, limitName: string | null = null, within?: string) =>
    connection.call("narrow", { scopes, limit, limitName, ...(within && { within }) });
  const pass = async () => {
    const admission = await connection.admit(access_token);
    return admission.outcome === "admitted" ? [admission.grant.scopes, admission.grant.limit] : null;
  };
  const domain = { kind: "domain", name: "studio-ana.ca" };

  expect(await narrow(["domains:write"], ALL)).toBe(true);
  expect(await pass()).toEqual([["account:read", "domains:write"], ALL]);
  expect(await narrow(["domains:write", "billing:write"], ALL)).toBe(false);
  expect(await narrow(["domains:write"], domain, "studio-ana.ca")).toBe(true);
  expect(await pass()).toEqual([["account:read", "domains:write"], domain]);
  for (const wider of [ALL, { kind: "service", id: 1 }, { kind: "domain", name: "shop.studio-ana.ca" }])
    expect(await narrow([], wider)).toBe(false);
  expect(await narrow([], { kind: "service", id: 1 }, "Web Plus", "ana.dev"), "of another name").toBe(false);
  expect(await narrow([], ALL, null, "studio-ana.ca")).toBe(false);
  expect(await narrow([], domain, "studio-ana.ca")).toBe(true);
  expect(await pass()).toEqual([["account:read"], domain]);
  await door.evict("CONNECTION", connection.id);
  expect(await pass()).toEqual([["account:read"], domain]);
  expect(await connection.summary()).toMatchObject({ scopes: ["account:read"], limitName: "studio-ana.ca" });

  const service = { kind: "service", id: 1 };
  expect(await narrow([], service, "Web Plus", "studio-ana.ca"), "a service of the domain name").toBe(true);
  expect(await pass()).toEqual([["account:read"], service]);
  expect(await narrow([], domain, "studio-ana.ca"), "and not back").toBe(false);
  expect(await narrow([], { kind: "service", id: 2 }, "Web Plus", "studio-ana.ca")).toBe(false);
});

test("an API token is let in as itself alone, and loses its single operations with their scope", async () => {
  const scopes: Agreement["scopes"] = ["account:read", "billing:write", "domains:write"];
  const [connection, token] = await withToken(30, { scopes, operations: ["renewDomain", "setDomainLock"] });
  expect(await connection.admit(token)).toMatchObject({
    outcome: "admitted",
    pass: { operations: ["renewDomain", "setDomainLock"] },
  });
  for (const other of [mintApiToken("0".repeat(22)), token.slice(0, -1), `${token}0`])
    expect((await connection.admit(other)).outcome).toBe("refused");
  expect(await connection.call<string>("alarmAt")).not.toBeNull();
  expect(await connection.call("narrow", { scopes: ["billing:write"], limit: ALL, limitName: null })).toBe(true);
  await door.evict("CONNECTION", connection.id);
  expect(await connection.admit(token)).toMatchObject({
    pass: { scopes: ["account:read", "billing:write"], operations: ["renewDomain"] },
  });
  await connection.call("end", "disconnected");
  expect((await connection.admit(token)).outcome).toBe("refused");
});

test("an API token ends on its date; it is announced a week before, once, and its end is not mailed", async () => {
  const [connection, token] = await withToken(30);
  await door.pass(22 * DAY);
  await connection.call("runAlarm");
  expect((await connection.told(1)).map(([what]) => what)).toEqual(["made"]);
  for (let day = 0; day < 3; day++) {
    await door.pass(DAY + MINUTE);
    await connection.call("runAlarm");
  }
  expect((await connection.told(2)).map(([what]) => what)).toEqual(["made", "ending"]);
  expect((await connection.admit(token)).outcome).toBe("admitted");
  await door.pass(6 * DAY);
  // Whether its alarm has rung or not.
  expect((await connection.admit(token)).outcome).toBe("refused");
  await connection.call("runAlarm");
  expect((await connection.summary())?.end?.reason).toBe("expired");
  expect((await connection.told(3)).map(([what]) => what)).toEqual(["made", "ending", "list ended"]);
});

test("an API token of a week or less is not announced", async () => {
  const [connection] = await withToken(7);
  await connection.call("runAlarm");
  await door.pass(DAY);
  await connection.call("runAlarm");
  expect((await connection.told(1)).map(([what]) => what)).toEqual(["made"]);
});

test("the list and the mails may fail: the end holds, and is told later", async () => {
  const connection = new TestConnection(door);
  const { access_token } = await connection.connect();
  await connection.told(1);
  await door.faults({ listFails: true, noticesFail: true });
  await connection.call("end", "access_lost");
  expect((await connection.admit(access_token)).outcome).toBe("refused");
  const again = await connection.call<number>("alarmAt");
  expect(again).toBeLessThanOrEqual((await door.now()) + MINUTE);
  await connection.call("runAlarm");
  expect(await connection.call<number>("alarmAt")).toBeLessThanOrEqual((await door.now()) + MINUTE);
  await door.faults({ listFails: false, noticesFail: false });
  await connection.call("runAlarm");
  expect(await connection.told(2)).toContainEqual(["list ended", "access_lost"]);
  await connection.call("runAlarm");
  expect(await connection.call<number>("alarmAt")).toBeGreaterThan((await door.now()) + 100 * DAY);
});

test("a mail that cannot be sent does not keep a connection from being made", async () => {
  await door.faults({ listFails: false, noticesFail: true });
  const connection = new TestConnection(door);
  const { access_token } = await connection.connect();
  expect((await connection.admit(access_token)).outcome).toBe("admitted");
  await door.faults({ listFails: false, noticesFail: false });
});

test("what the list cannot forget is forgotten later", async () => {
  const connection = new TestConnection(door);
  await connection.open();
  await door.pass(11 * MINUTE);
  await door.faults({ listFails: true, noticesFail: false });
  await connection.call("runAlarm");
  expect(await connection.summary()).not.toBeNull();
  expect(await connection.call<number>("alarmAt")).toBeLessThanOrEqual((await door.now()) + MINUTE);
  await door.faults({ listFails: false, noticesFail: false });
  await connection.call("runAlarm");
  expect(await connection.summary()).toBeNull();
});
