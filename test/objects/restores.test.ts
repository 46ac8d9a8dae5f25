import { evictDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AccountPort, accountObjectName } from "../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../durable-objects/connection/connection-port.ts";
import { Holds, type StoreHoldsPort, storeHolds } from "../../shared/holds/holds.ts";
import type { RestorableObject } from "../../shared/holds/point-in-time.ts";
import { ConnectionIndex } from "../../workers/account/connections/connection-index.ts";
import { AccountHolds } from "../../workers/account/holds/account-holds.ts";
import {
  account,
  accountStub,
  act,
  audit,
  changeGrant,
  eachWithNewAccount,
  isReplayed,
  renew,
} from "./support/account-api.ts";
import { now } from "./support/account-world.ts";
import { askAbout, askedIn, decide, stateOf } from "./support/approvals.ts";
import { bindings } from "./support/bindings.ts";
import { putBack, type StoredMoment, storedNow } from "./support/put-back.ts";
import { script } from "./support/scripted-billing.ts";
import { connected, INVALID_GRANT, type TestConnection } from "./support/test-connection.ts";

const db = bindings.INDEX;
const BOOKMARK = "0000007b-0000b26e-00001582-3e51b1d5b1b1b1b1b1b1b1b1b1b1b1b1";
const REFUSED = "0000007b-0000b26e-00001582-00000000000000000000000000000000";

eachWithNewAccount();
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await db.prepare("DELETE FROM connections").run();
});
afterEach(async () => {
  const holds = storeHolds(bindings.STORE_HOLDS, {})();
  for (const { store } of await holds.held()) await holds.resume(store);
  vi.restoreAllMocks();
});

const accountStore = () => `account:${account}`;

/** The call at which the operator's Worker stops, and whether that call still reaches its object. */
interface Stop {
  at: number;
  hasArrived: boolean;
}

/**
 * Creates the operator's commands. Instead of the platform's point-in-time recovery, a test double restores the copied
 * data.
 */
function operator(moment: StoredMoment, stop: Stop | null = null) {
  let calls = 0;
  /** Wraps an object. The wrapper counts the calls and stops at the given one. */
  const stopping = <Port extends object>(object: Port, own: Partial<Port> = {}): Port =>
    new Proxy(object, {
      get:
        (target, name) =>
        async (...args: unknown[]) => {
          const isStopped = calls++ === stop?.at;
          if (isStopped && !stop.hasArrived) throw new Error("stopped");
          const method = (Reflect.get(own, name) ?? Reflect.get(target, name)) as (...args: unknown[]) => unknown;
          const result: unknown = await method(...args);
          if (isStopped) throw new Error("stopped");
          return result;
        },
    });
  const platform = (stub: DurableObjectStub): Pick<RestorableObject, "bookmarkAt" | "restoreTo"> => ({
    bookmarkAt: async () => ({ ok: true, bookmark: BOOKMARK }),
    async restoreTo(bookmark) {
      if (bookmark === REFUSED) return { ok: false, reason: "refused" };
      await putBack(stub, moment);
      return { ok: true, bookmark: BOOKMARK };
    },
  });
  const holds = stopping<StoreHoldsPort>(storeHolds(bindings.STORE_HOLDS, {})());
  const commands = new AccountHolds({
    ...{
      db,
      now,
      holds: new Holds(() => holds, now),
      index: new ConnectionIndex(db, "shop"),
      billing: bindings.BILLING,
    },
    billingSystem: "shop",
    accountOf(accountId) {
      const stub = bindings.ACCOUNT.getByName(accountObjectName("shop", accountId));
      return stopping(stub as unknown as AccountPort, platform(stub));
    },
    connectionOf(id) {
      const stub = bindings.CONNECTION.getByName(id);
      return stopping(stub as unknown as ConnectionPort, platform(stub));
    },
  });
  return { commands, calls: () => calls };
}

const held = async () => (await storeHolds(bindings.STORE_HOLDS, {})().held()).map(({ store }) => store);

/** Adds the row that the account Worker keeps in its connection index. */
async function listed(id: string, endedAt: number | null = null): Promise<void> {
  await db.prepare("INSERT INTO connections VALUES (?, 'shop', 11, ?, 'app', 1, ?)").bind(id, account, endedAt).run();
}

/** Creates an account that has placed two orders since the copied moment, one of them with an approval. */
async function accountAfterMoment() {
  await listed(`of ${account}`);
  expect((await renew("first")).status).toBe(201);
  askAbout({ orders: 0 });
  const approval = await askedIn(renew("approved", "approved.ca"));
  await decide(approval, "approve");
  const moment = await storedNow(accountStub());
  expect((await renew("approved", "approved.ca")).status).toBe(201);
  askAbout({});
  expect((await renew("second", "b.ca")).status).toBe(201);
  expect(script.done).toHaveLength(3);
  return { moment, approval };
}

/** Expects that the account has kept everything that happened after the moment, and that it accepts new orders. */
async function expectNothingForgotten(approval: string): Promise<void> {
  for (const [key, name] of [
    ["first", undefined],
    ["approved", "approved.ca"],
    ["second", "b.ca"],
  ] as const) {
    const again = await renew(key, name);
    expect([again.status, isReplayed(again)], key).toEqual([201, true]);
  }
  expect(await stateOf(approval)).toBe("CONSUMED");
  askAbout({ orders: 0 });
  await askedIn(renew("once-more", "approved.ca"));
  askAbout({});
  expect(script.done).toHaveLength(3);
  expect((await renew("third", "c.ca")).status).toBe(201);
  expect(script.done).toHaveLength(4);
}

test("a restored account sends nothing until it is resumed, and then knows every used key and approval", async () => {
  const { moment, approval } = await accountAfterMoment();
  const { commands } = operator(moment);
  expect(await commands.restorePreview(accountStore(), BOOKMARK)).toContain("on hold until you resume it");
  expect(await commands.restore(accountStore(), BOOKMARK)).toMatchObject({ isDone: true });
  expect(await held()).toEqual([accountStore()]);
  expect((await renew("third", "c.ca")).status).toBe(503);
  expect((await act("/account/domains/ana.dev/lock", { locked: true }, { method: "PUT" })).status).toBe(503);
  expect(isReplayed(await renew("second", "b.ca"))).toBe(true);

  expect(await commands.resume(accountStore())).toMatchObject({ isDone: true });
  expect(await held()).toEqual([]);
  await expectNothingForgotten(approval);
});

test("an account that is restored to a time before its first record still knows every used key", async () => {
  const { approval } = await accountAfterMoment();
  const { commands } = operator({ tables: new Map(), keys: [] });
  await commands.restore(accountStore(), BOOKMARK);
  await commands.resume(accountStore());
  await expectNothingForgotten(approval);
});

test("an order whose outcome is unknown at the restore is looked up and not sent again", async () => {
  await listed(`of ${account}`);
  const moment = await storedNow(accountStub());
  script.moods = ["breaks after"];
  expect((await renew("unknown")).status).toBeGreaterThan(201);
  const { commands } = operator(moment);
  await commands.restore(accountStore(), BOOKMARK);
  await commands.resume(accountStore());
  await expect.poll(async () => (await renew("unknown")).status).toBe(201);
  expect(script.done).toHaveLength(1);
});

test("a log entry that was open at the restored moment gets its actual outcome", async () => {
  await listed(`of ${account}`);
  script.moods = ["breaks after"];
  await renew("open");
  const moment = await storedNow(accountStub());
  await expect.poll(async () => (await renew("open")).status).toBe(201);
  const { commands } = operator(moment);
  await commands.restore(accountStore(), BOOKMARK);
  await commands.resume(accountStore());
  await evictDurableObject(accountStub());
  expect((await audit("renewDomain")).map(({ outcome }) => outcome)).toEqual(["succeeded"]);
});

describe("an interrupted restore", () => {
  /** The number of calls in a restore with its resume. */
  const CALLS = 11;
  // An interrupted call that still arrives has the same effect as a stop just before the next call. One such case is
  // therefore enough: the last call.
  const stops: Stop[] = Array.from({ length: CALLS }, (_, at) => ({ at, hasArrived: false }));

  test.each([...stops, { at: CALLS - 1, hasArrived: true }])(
    "is completed by resuming if it stopped at call $at (call arrived: $hasArrived)",
    async (stop) => {
      const { moment, approval } = await accountAfterMoment();
      const stopped = operator(moment, stop);
      try {
        await stopped.commands.restore(accountStore(), BOOKMARK);
        await stopped.commands.resume(accountStore());
      } catch (error) {
        expect(String(error)).toContain("stopped");
      }
      // In every state, the known keys send nothing a second time.
      await renew("second", "b.ca");
      await renew("approved", "approved.ca");
      expect(script.done).toHaveLength(3);
      await operator(moment).commands.resume(accountStore());
      expect(await held()).toEqual([]);
      await expectNothingForgotten(approval);
    },
  );

  test("the interruptions above cover every call of a restore", async () => {
    const { moment } = await accountAfterMoment();
    const { commands, calls } = operator(moment);
    await commands.restore(accountStore(), BOOKMARK);
    await commands.resume(accountStore());
    expect(calls()).toBe(CALLS);
  });
});

test("a restore that the platform refuses changes nothing and keeps an earlier hold", async () => {
  const { moment, approval } = await accountAfterMoment();
  const { commands } = operator(moment);
  expect(await commands.restore(accountStore(), REFUSED)).toMatchObject({ isDone: false });
  expect(await held()).toEqual([]);
  await commands.hold(accountStore());
  expect(await commands.restore(accountStore(), REFUSED)).toMatchObject({ isDone: false });
  expect(await held()).toEqual([accountStore()]);
  expect((await renew("third", "c.ca")).status).toBe(503);
  await commands.resume(accountStore());
  await expectNothingForgotten(approval);
});

test.each([
  ["account:999999", BOOKMARK, "Nothing is stored here"],
  ["connection:forged", BOOKMARK, "no such store"],
  ["account-database", BOOKMARK, "no such store"],
  ["account", "2030-11-23T12:00:01.250Z", "last 30 days"],
  ["account", "2020-10-23T12:00:00Z", "last 30 days"],
  ["account", "yesterday", "Give a time"],
])("a restore of %s to %s is refused", async (store, to, why) => {
  await listed(`of ${account}`);
  const { commands } = operator({ tables: new Map(), keys: [] });
  const meant = store === "account" ? accountStore() : store;
  expect(await commands.restorePreview(meant, to)).toBeNull();
  expect(await commands.restore(meant, to)).toMatchObject({ isDone: false, text: expect.stringContaining(why) });
  expect(await held()).toEqual([]);
});

/** Creates a connection that has refreshed its tokens after the copied moment. */
async function refreshedConnection() {
  const [connection, tokens] = await connected();
  await listed(connection.id);
  const second = await connection.refreshed(tokens.refresh_token);
  const moment = await storedNow(connection.stub);
  const third = await connection.refreshed(second.refresh_token);
  return { connection, moment, second, third, store: `connection:${connection.id}` };
}

test("a restored connection keeps its current tokens and issues new ones only once it is resumed", async () => {
  const { connection, moment, third, store } = await refreshedConnection();
  const { commands } = operator(moment);
  expect(await commands.restore(store, BOOKMARK)).toMatchObject({ isDone: true });
  expect(await connection.errorOf(third.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  expect(await connection.outcome(third.access_token)).toBe("admitted");
  await commands.resume(store);
  const fourth = await connection.refreshed(third.refresh_token);
  expect(await connection.outcome(fourth.access_token)).toBe("admitted");
});

test("a token that was already replaced stays invalid in a restored connection", async () => {
  const { connection, moment, second, store } = await refreshedConnection();
  const { commands } = operator(moment);
  await commands.restore(store, BOOKMARK);
  await commands.resume(store);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 });
  expect(await connection.errorOf(second.refresh_token)).toEqual(INVALID_GRANT);
  vi.useRealTimers();
  expect(await connection.endReason()).toBe("refresh_token_reused");
});

test("a scope that the customer removed stays removed in a restored connection", async () => {
  const { connection, moment, store } = await refreshedConnection();
  const limit = { kind: "domain", name: "ana.dev" } as const;
  expect(await connection.stub.narrow({ scopes: ["account:read"], limit, limitName: "ana.dev" })).toBe(true);
  const { commands } = operator(moment);
  await commands.restore(store, BOOKMARK);
  await commands.resume(store);
  expect(await connection.stub.standing()).toMatchObject({ scopes: ["account:read"], limit });
});

test("an ended connection is not restored, and a connection cannot end during its restore", async () => {
  const { connection, moment, third, store } = await refreshedConnection();
  const carried = await connection.stub.carry("restore", null);
  const ended = connection.stub.end("disconnected").then(
    () => "ended",
    (cause: unknown) => String(cause),
  );
  expect(await ended).toContain("being restored");
  expect(await connection.errorOf(third.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  await putBack(connection.stub, moment);
  expect(await connection.stub.merge({ id: "restore", state: carried } as never)).toBe(true);
  await connection.stub.end("disconnected");
  await connection.stub.resume();
  const { commands } = operator(moment);
  expect(await commands.restore(store, BOOKMARK)).toMatchObject({
    isDone: false,
    text: "The connection has ended and cannot be restored.",
  });
  expect(await connection.endReason()).toBe("disconnected");
});

test.each<[string, (connection: TestConnection) => Promise<unknown>]>([
  ["its object", (connection) => connection.stub.end("disconnected")],
  ["the index", ({ id }) => db.prepare("UPDATE connections SET ended_at = ? WHERE id = ?").bind(Date.now(), id).run()],
])("a connection that ended only in %s ends in both places", async (_, end) => {
  const { connection, moment, third } = await refreshedConnection();
  await end(connection);
  expect(await operator(moment).commands.endConnections("", "request")).toEqual({ ended: 1, next: null });
  expect(await operator(moment).commands.endConnections("", "request")).toEqual({ ended: 0, next: null });
  expect(await connection.outcome(third.access_token)).toBe("refused");
  const row = await db.prepare("SELECT ended_at FROM connections WHERE id = ?").bind(connection.id).first("ended_at");
  expect(row).not.toBeNull();
});

test("while the account Worker's database is on hold, no command is sent and no token is issued", async () => {
  const { connection, third } = await refreshedConnection();
  const { commands } = operator({ tables: new Map(), keys: [] });
  await commands.hold("account-database");
  expect((await renew("held")).status).toBe(503);
  expect(await connection.errorOf(third.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  expect(script.done).toEqual([]);
  await commands.resume("account-database");
  expect((await renew("held")).status).toBe(201);
  expect((await connection.refresh(third.refresh_token)).status).toBe(200);
});

test("commands of a connection on hold are refused, and other connections continue", async () => {
  await listed("connection-1");
  const { commands } = operator({ tables: new Map(), keys: [] });
  await commands.hold("connection:connection-1");
  expect((await renew("held")).status).toBe(503);
  changeGrant({ id: "connection-2" });
  expect((await renew("other", "b.ca")).status).toBe(201);
});

test("the list shows completed actions that are in a journal but not in the billing system", async () => {
  await listed(`of ${account}`);
  const since = now() - 1;
  expect((await renew("kept")).status).toBe(201);
  expect((await renew("lost", "b.ca")).status).toBe(201);
  script.done.pop();
  const { rows, next } = await operator({ tables: new Map(), keys: [] }).commands.missingActions(since, "", "request");
  expect([rows.map(({ account: of, operation, target }) => [of, operation, target]), next]).toEqual([
    [[account, "renewDomain", "domain:b.ca"]],
    null,
  ]);
});
