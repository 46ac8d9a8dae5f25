import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../shared/account-access/call-log.ts";
import { DAY, MINUTE, pass } from "../../support/clock.ts";
import { type Admitted, connected, recordOf, TestConnection } from "../support/test-connection.ts";

const rateResultsOf = (admission: Admitted | undefined) =>
  admission?.outcome === "admitted" ? admission.rateResults : [];

/** Waits until the object has stored its counts. */
const written = (connection: TestConnection, counted = 1) =>
  expect.poll(async () => (await connection.tally())?.window.length).toBe(counted);

test("a connection admits 120 requests per minute, and refuses the next one until the stated time", async () => {
  const [connection, { access_token }] = await connected();
  const start = Date.now();
  const admissions = await Promise.all(Array.from({ length: 120 }, () => connection.admit(access_token)));
  const rateResults = admissions.flatMap(rateResultsOf);
  // The runtime determines the order of the requests.
  const remaining = rateResults.map((one) => one.remaining).sort((a, b) => b - a);
  expect(remaining).toEqual(Array.from({ length: 120 }, (_, n) => 119 - n));
  expect(rateResults.every(({ allowed }) => allowed)).toBe(true);

  const [refused] = rateResultsOf(await connection.admit(access_token));
  expect(refused).toMatchObject({ allowed: false, remaining: 0 });
  const moreAt = refused?.moreAt ?? 0;
  expect(moreAt).toBeGreaterThanOrEqual(start + MINUTE);

  await written(connection, 120);
  await connection.evict();
  expect(rateResultsOf(await connection.admit(access_token))).toEqual([{ allowed: false, remaining: 0, moreAt }]);

  pass(moreAt - Date.now() - 3_000);
  expect(rateResultsOf(await connection.admit(access_token))[0]).toEqual({ allowed: false, remaining: 0, moreAt });
  const now = Date.now();
  expect(now).toBeLessThan(moreAt);
  pass(moreAt - now);
  expect(rateResultsOf(await connection.admit(access_token))[0]?.allowed).toBe(true);
});

test("simultaneous requests count individually, and refused requests do not count", async () => {
  const [connection, { access_token }] = await connected();
  expect(rateResultsOf(await connection.admit(access_token, 0))).toEqual([]);
  expect(rateResultsOf(await connection.admit(access_token, 118))).toHaveLength(118);
  const three = rateResultsOf(await connection.admit(access_token, 3));
  expect(three.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  pass(MINUTE);
  expect(rateResultsOf(await connection.admit(access_token))[0]?.remaining).toBe(119);
});

test("a refused credential does not count and stores nothing", async () => {
  const [connection, { access_token }] = await connected();
  for (const token of [`${access_token}x`, access_token.slice(0, -1), `${connection.id}:a:b`, "", "::"])
    expect(await connection.outcome(token), token).toBe("refused");
  const admitElsewhere = () => connection.admit(access_token, 1, null, "account:read", ["https://front.example/other"]);
  expect(await admitElsewhere()).toEqual({ outcome: "refused" });
  expect((await connection.summary())?.lastUsedAt).toBeNull();
  expect(rateResultsOf(await connection.admit(access_token))[0]?.remaining).toBe(119);
  // The token is refused here even after it was accepted for its own resource.
  expect(await admitElsewhere()).toEqual({ outcome: "refused" });
});

test("a token is verified once, and again after a refresh", async () => {
  const [connection, { access_token, refresh_token }] = await connected();
  const digest = vi.spyOn(crypto.subtle, "digest");
  onTestFinished(() => digest.mockRestore());
  const digestsOf = async (work: () => Promise<unknown>) => {
    digest.mockClear();
    await work();
    return digest.mock.calls.length;
  };
  expect(await digestsOf(() => connection.admit(access_token))).toBeGreaterThan(0);
  expect(await digestsOf(() => connection.admit(access_token))).toBe(0);
  expect(await digestsOf(() => connection.admit(`${access_token}x`))).toBeGreaterThan(0);
  await connection.refresh(refresh_token);
  expect(await digestsOf(() => connection.admit(access_token))).toBeGreaterThan(0);
  // A token that was already verified also expires on time.
  pass(61 * MINUTE);
  expect(await connection.outcome(access_token)).toBe("refused");
});

test("an access token for another connection is refused", async () => {
  const [one, { access_token }] = await connected();
  const [other] = await connected();
  expect(await one.outcome(access_token)).toBe("admitted");
  expect(await other.outcome(access_token)).toBe("refused");
});

test("calls are logged in order, are readable immediately and survive an eviction", async () => {
  const [connection, { access_token }] = await connected();
  const refused = { outcome: "refused", status: 403, code: "outside_limit", via: "mcp" } as const;
  const target = recordOf("r0", { target: "domain:example.com", ...refused });
  await connection.admit(access_token, 1, target);
  for (let n = 1; n < 30; n++) await connection.admit(access_token, 1, recordOf(`r${n}`));
  const all = await connection.entries(null, 100);
  expect(all.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 30 }, (_, n) => `r${29 - n}`));
  expect(all.at(-1)).toMatchObject(target);
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(30);
  expect(ids.toSorted().toReversed()).toEqual(ids);

  await connection.evict();
  const pages: LogEntry[] = [];
  for (let before: LogEntry | undefined; ; before = pages.at(-1)) {
    const page = await connection.entries(before ? { at: before.at, id: before.id } : null, 7);
    if (page.length === 0) break;
    pages.push(...page);
  }
  expect(pages).toEqual(all);
  expect(await connection.summary()).toMatchObject({ recent: all.slice(0, 5) });
});

test("log entries with the same timestamp have a fixed order", async () => {
  const [connection, { access_token }] = await connected();
  await Promise.all(Array.from({ length: 40 }, (_, n) => connection.admit(access_token, 1, recordOf(`r${n}`))));
  const all = await connection.entries(null, 100);
  expect(all).toHaveLength(40);
  const [first, second, third] = all as [LogEntry, LogEntry, LogEntry];
  expect(await connection.entries(first, 2)).toEqual([second, third]);
  // This cursor has the id of another connection's entry with the same timestamp.
  const foreign = { at: second.at, id: "~" };
  expect((await connection.entries(foreign, 100)).every(({ at }) => at <= foreign.at)).toBe(true);
  expect(await connection.entries(foreign, 100)).toContainEqual(second);
});

test("a call without a log record leaves no entry", async () => {
  const [connection, { access_token }] = await connected();
  await connection.admit(access_token);
  await written(connection);
  expect(await connection.entries(null, 10)).toEqual([]);
  expect((await connection.summary())?.lastUsedAt).not.toBeNull();
  expect(await connection.stored()).toMatchObject({ calls: 0 });
});

test("the log and the time of the last use are stored automatically", async () => {
  const [connection, { access_token }] = await connected();
  await connection.admit(access_token, 1, recordOf("r"));
  await written(connection);
  expect(await connection.stored()).toMatchObject({ calls: 1 });
  const before = await connection.summary();
  await connection.evict();
  expect(await connection.summary()).toEqual(before);
});

test("entries are kept for 180 days, and beyond 200,000 the oldest ones are deleted", async () => {
  const [connection, { access_token }] = await connected();
  const old = Date.now();
  await connection.fillLog(200_000, old);
  const records = [recordOf("a"), recordOf("b"), recordOf("c")];
  for (const record of records) await connection.admit(access_token, 1, record);
  expect((await connection.entries(null, 4)).map(({ requestId }) => requestId)).toEqual(["c", "b", "a", "filled"]);
  expect(await connection.stored()).toMatchObject({ calls: 200_000 });
  // An ended connection keeps its log until the log expires.
  await connection.stub.end("disconnected");
  pass(180 * DAY - MINUTE);
  await connection.runAlarm();
  expect(await connection.stored()).toMatchObject({ calls: 200_000 });
  pass(2 * MINUTE);
  expect(await connection.entries(null, 4)).toEqual([]);
  await connection.runAlarm();
  expect(await connection.summary()).toBeNull();
});

test("an object that wakes up knows its number of entries, and recounts only after some were deleted", async () => {
  const connection = new TestConnection();
  let { access_token, refresh_token } = await connection.connect();
  const kept = async (requestId: string) => {
    await connection.admit(access_token, 1, recordOf(requestId));
    await connection.entries(null, 1);
    const known = (await connection.tally())?.entries;
    await connection.evict();
    return known;
  };
  expect(await kept("first")).toBe(1);
  // These entries are inserted without the object, so only a recount finds them.
  await connection.fillLog(10, Date.now());
  expect(await kept("second")).toBe(2);
  for (let days = 0; days < 182; days += 26) {
    pass(26 * DAY);
    ({ access_token, refresh_token } = JSON.parse((await connection.refresh(refresh_token)).body));
  }
  await connection.runAlarm();
  expect((await connection.tally())?.entries).toBeUndefined();
  await connection.evict();
  await connection.fillLog(3, Date.now());
  expect(await kept("third")).toBe(4);
});

test("the alarm of an active connection deletes entries older than 180 days", async () => {
  const connection = new TestConnection();
  let { access_token, refresh_token } = await connection.connect();
  await connection.admit(access_token, 1, recordOf("old"));
  for (let days = 0; days < 182; days += 26) {
    pass(26 * DAY);
    ({ access_token, refresh_token } = JSON.parse((await connection.refresh(refresh_token)).body));
    await connection.runAlarm();
    await connection.admit(access_token, 1, recordOf(`day ${days + 26}`));
  }
  expect((await connection.entries(null, 20)).at(-1)?.requestId).toBe("day 26");
  expect(await connection.stored()).toMatchObject({ calls: 7 });
});

test("the connection remembers a client that refreshes when a scope is missing, even after an eviction", async () => {
  const [connection, first] = await connected();
  const isChallenged = async (token: string) => {
    const admission = await connection.admit(token);
    return admission.outcome === "admitted" && admission.grant.isChallenged;
  };

  await connection.admitWanting(first.access_token, "domains:write", "http");
  pass(1_000);
  const second = await connection.refreshed(first.refresh_token);
  expect(await isChallenged(second.access_token)).toBe(false);

  await connection.admitWanting(second.access_token, "billing:write", "mcp");
  pass(1_000);
  const held = await connection.refreshed(second.refresh_token);
  expect(await isChallenged(held.access_token), "the connection has it").toBe(false);
  await connection.admitWanting(second.access_token, "domains:write", "mcp");
  expect(await isChallenged(second.access_token)).toBe(false);
  pass(1_000);
  const third = await connection.refreshed(held.refresh_token);
  expect(await isChallenged(third.access_token)).toBe(true);
  await connection.evict();
  expect(await isChallenged(third.access_token)).toBe(true);
});
