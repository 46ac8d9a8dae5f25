import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AccountDependencies, WriteLookup } from "../../../durable-objects/account/account-dependencies.ts";
import type { SettleInstruction } from "../../../durable-objects/account/account-port.ts";
import { AuditLog } from "../../../durable-objects/account/audit-log.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { type JournalRow, JournalRows } from "../../../durable-objects/account/journal/journal-rows.ts";
import { Reconciler } from "../../../durable-objects/account/outcomes/reconciler.ts";
import { sqlStorage } from "../../support/sql-storage.ts";
import { CONNECTION } from "./command-parts.ts";

const START = Date.parse("2026-11-01T00:00:00Z");
const SECOND = 1_000;
const HOUR = 3_600_000;
const VALUE = { orderId: 7001 } as never;
const REASON = { en: "no", fr: "non" };
const REFUSED = { code: "refused", reason: REASON } as const;

const FOUND = {
  absent: { ok: true, value: { state: "absent" } },
  several: { ok: true, value: { state: "several", count: 2 } },
  "under way": { ok: true, value: { state: "under_way" } },
  refused: { ok: true, value: { state: "refused", problem: { code: "not_renewable", reason: REASON } } },
  done: { ok: true, value: { state: "done", operation: "renewDomain", value: VALUE } },
  unanswered: { ok: false, problem: { code: "billing_unavailable", retryAfter: 1 } },
} satisfies Record<string, WriteLookup>;
type Said = keyof typeof FOUND;

const errors = vi.spyOn(console, "error");
beforeEach(() => void errors.mockReset().mockReturnValue(undefined));
const logged = () => errors.mock.calls.map(([line]) => JSON.parse(line));

/** Creates an account's journal and log on SQLite, with a scripted billing system. */
function account() {
  const sql = sqlStorage();
  AuditLog.createTable(sql);
  JournalRows.createTable(sql);
  const journal = new JournalRows(sql, TIMING);
  const auditLog = new AuditLog(sql);
  const world = {
    now: START,
    said: "absent" as Said | (() => Promise<WriteLookup>),
    asked: [] as Parameters<AccountDependencies["lookUp"]>[],
    /** The operator's list of stuck actions, by reference. */
    list: new Map<string, object>(),
    isListDown: false,
    /** The promise that a write to the list waits for. */
    listing: Promise.resolve(),
    done: [] as unknown[][],
    changes: 0,
    armed: 0,
    transactions: 0,
    background: [] as Promise<unknown>[],
  };
  const dependencies: Partial<AccountDependencies> = {
    now: () => world.now,
    timing: TIMING,
    lookUp: async (...asked) => {
      world.asked.push(asked);
      const { said } = world;
      return typeof said === "function" ? said() : FOUND[said];
    },
    stuckWrites: {
      put: async (action) => {
        await world.listing;
        if (world.isListDown) throw new Error("the list is down");
        world.list.set(action.reference, action);
      },
      remove: async ({ reference }) => void world.list.delete(reference),
    },
    done: async (...done) => void world.done.push(done),
  };
  const reconciler = new Reconciler({
    journal,
    auditLog,
    account: dependencies as AccountDependencies,
    storage: {
      inTransaction: (write) => {
        world.transactions++;
        return write();
      },
      arm: () => {
        world.armed++;
        return false;
      },
      rearm: () => undefined,
    },
    state: { waitUntil: (work) => void world.background.push(work) },
    queue: { next: () => void world.changes++ },
  });
  /** Reserves a key for an action that is not sent yet. */
  const reserve = (reference = "ref", operation = "renewDomain") => {
    const request = { loginId: 11, caller: CONNECTION, target: "domain:a.com" };
    const entryId = auditLog.open(
      { ...request, operation: operation as CommandName, requestId: `request of ${reference}` },
      world.now,
    );
    const reserved = { key: `key of ${reference}`, fingerprint: "print", operation, loginId: 11, accountId: 1001 };
    const about = { lock: "domain:a.com", target: request.target, entryId, reference };
    journal.reserve({ ...reserved, ...about });
    return row(reference);
  };
  const send = (reference?: string, operation?: string) => {
    const reserved = reserve(reference, operation);
    journal.apply(reserved.key, reserved.reference, { type: "sent", at: world.now });
    return row(reference);
  };
  const row = (reference = "ref"): JournalRow => journal.withReference(reference) ?? expect.fail("the key is free");
  /** Returns the action's log entry as the customer sees it. */
  const entry = () => {
    const [newest] = auditLog.entriesBefore(
      { loginId: 11, application: "app", connectionId: null },
      null,
      1,
      world.now,
    );
    return newest && { outcome: newest.outcome, status: newest.status, code: newest.code };
  };
  const lookUp = async (said: Said, after = 0, reference = "ref") => {
    world.said = said;
    world.now += after;
    await reconciler.lookUp(row(reference), "run");
    await Promise.all(world.background);
    return journal.withReference(reference);
  };
  const tell = (told: Partial<SettleInstruction> = {}) =>
    reconciler.settleAsTold({ reference: "ref", outcome: "done", orderId: null, requestId: "run", ...told });
  return { journal, auditLog, world, reconciler, reserve, send, row, entry, lookUp, tell };
}

const IN_PROGRESS = { outcome: "in_progress", status: null, code: null };
const SUCCEEDED = { outcome: "succeeded", status: 201, code: null };

describe("the response to an action", () => {
  test("closes the log entry, clears the target's cache and changes the alarm if the action was done", () => {
    const { reconciler, send, row, entry, world } = account();
    expect([send().state, entry()]).toEqual(["SENDING", IN_PROGRESS]);
    reconciler.settle(row(), { kind: "done", value: VALUE });
    expect(row()).toMatchObject({ state: "DONE", value: VALUE, settledAt: START });
    expect(entry()).toEqual(SUCCEEDED);
    expect(world).toMatchObject({ changes: 1, armed: 1, transactions: 1 });
    expect(world.done).toEqual([["renewDomain", "domain:a.com", "request of ref"]]);
    expect(world.background, "the operator's list never had it").toHaveLength(1);
  });

  test.each([
    [true, "a final refusal is replayed under its key"],
    [false, "any other refusal releases the key"],
  ])("releases the key unless the refusal is final (final: %s): %s", (isFinal) => {
    const { reconciler, send, row, journal, entry, world } = account();
    send();
    reconciler.settle(row(), { kind: "refused", problem: REFUSED, isFinal });
    expect(journal.withReference("ref")?.state).toBe(isFinal ? "FAILED" : undefined);
    expect(entry()).toEqual({ outcome: "refused", status: 409, code: "refused" });
    expect(world.done).toEqual([]);
  });

  test("leaves the log entry to the connection if the login lost the account", () => {
    const { reconciler, send, row, entry } = account();
    send();
    reconciler.settle(row(), { kind: "refused", problem: { code: "access_lost" }, isFinal: false });
    expect(entry()).toBeUndefined();
  });

  test("removes a stuck action from the operator's list even if the response is late", async () => {
    const { reconciler, send, row, lookUp, world } = account();
    send();
    await lookUp("unanswered", HOUR);
    reconciler.alertOperator();
    await Promise.all(world.background);
    expect([...world.list.keys()]).toEqual(["ref"]);
    reconciler.settle(row(), { kind: "done", value: VALUE });
    await Promise.all(world.background);
    expect(world.list.size).toBe(0);
  });

  test("changes nothing if another action now uses the key", () => {
    const { reconciler, send, row, entry, journal } = account();
    const first = send();
    reconciler.settle(first, { kind: "refused", problem: REFUSED, isFinal: false });
    reconciler.settle(first, { kind: "refused", problem: { code: "access_lost" }, isFinal: false });
    expect(reconciler.settle(first, { kind: "done", value: VALUE })).toBeNull();
    expect(entry()).toMatchObject({ code: "refused" });
    expect(journal.withReference("ref")).toBeNull();
    expect(() => row()).toThrow();
  });
});

describe("a lookup of an action", () => {
  test.each<[Said, minutes: number, state: string | undefined, entry: object]>([
    ["refused", 0, "FAILED", { outcome: "refused", status: 409, code: "not_renewable" }],
    ["absent", 3, "NOT_PLACED", { outcome: "refused", status: 409, code: "refused" }],
  ])(
    "settles the action if the billing system reports %s, %i minutes after sending",
    async (said, minutes, state, closed) => {
      const { send, lookUp, entry, world } = account();
      send();
      expect((await lookUp(said, minutes * 60 * SECOND))?.state).toBe(state);
      expect(entry()).toEqual(closed);
      expect(world).toMatchObject({ changes: 1, transactions: 1 });
    },
  );

  test("sends the actor, the content and the time of sending", async () => {
    const { send, lookUp, world } = account();
    send();
    await lookUp("absent");
    const actor = { accountId: 1001, loginId: 11, requestId: "request of ref" };
    const sent = { operation: "renewDomain", target: "domain:a.com", sentAt: "2026-11-01T00:00:00.000Z" };
    expect(world.asked).toEqual([[actor, "ref", sent]]);
  });

  test("does not run while this instance waits for the response", async () => {
    const { reconciler, send, row, lookUp, world } = account();
    send();
    reconciler.await("ref");
    expect(await lookUp("done", 20 * SECOND)).toMatchObject({ state: "SENDING", nextLookupAt: START + 22 * SECOND });
    expect(world).toMatchObject({ asked: [], changes: 0 });
    reconciler.settle(row(), { kind: "unknown" });
    expect((await lookUp("done"))?.state, "once the answer is there").toBe("DONE");
  });

  test("is logged and decides nothing if it does not finish in time", async () => {
    vi.useFakeTimers();
    try {
      const { send, row, reconciler, world } = account();
      send();
      world.said = () => new Promise(() => undefined);
      const looking = reconciler.lookUp(row(), "run");
      await vi.advanceTimersByTimeAsync(TIMING.lookupTimeoutMs - 1);
      expect(row().lookups).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      await looking;
      expect(row()).toMatchObject({ state: "SENDING", lookups: 1 });
      const line = { event: "billing_unreachable", account: 1001, operation: "renewDomain" };
      expect(logged()).toMatchObject([{ ...line, request_id: "request of ref" }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("checks the delivery window at its start, not at its end", async () => {
    const { send, row, reconciler, world } = account();
    send();
    world.now += TIMING.deliveryWindowMs - 1;
    world.said = async () => {
      world.now += 1;
      return FOUND.absent;
    };
    await reconciler.lookUp(row(), "run");
    expect(row().state, "it may have arrived in between").toBe("SENDING");
    await reconciler.lookUp(row(), "run");
    expect(row().state).toBe("NOT_PLACED");
  });

  test("removes a settled action from the operator's list, and writes nothing if nothing changed", async () => {
    const { reconciler, send, lookUp, world } = account();
    send();
    await lookUp("several");
    reconciler.alertOperator();
    await Promise.all(world.background);
    expect(world.list.size).toBe(1);
    const writes = world.background.length;
    await lookUp("unanswered");
    expect(world.background).toHaveLength(writes);
    await lookUp("done");
    expect(world.list.size).toBe(0);
  });

  test("reports nothing if the action was settled in the meantime", async () => {
    const { reconciler, send, row, entry, world } = account();
    const sent = send();
    world.said = async () => {
      reconciler.settle(sent, { kind: "done", value: VALUE });
      return FOUND.refused;
    };
    await reconciler.lookUp(sent, "run");
    expect([row().state, entry()]).toEqual(["DONE", SUCCEEDED]);
  });
});

describe("the alert about an action", () => {
  test("identifies a stuck action without any ordered data", async () => {
    const { reconciler, send, lookUp, row, world } = account();
    send();
    await lookUp("several");
    reconciler.alertOperator();
    await Promise.all(world.background);
    const about = { login: 11, operation: "renewDomain", target: "domain:a.com", state: "STUCK", reference: "ref" };
    const where = { request_id: "request of ref", account: 1001 };
    const why = { reason: "ambiguous", sent_at: "2026-11-01T00:00:00.000Z" };
    expect(logged()).toEqual([{ event: "action_stuck", ...where, ...about, ...why }]);
    const action = {
      loginId: 11,
      operation: "renewDomain",
      target: "domain:a.com",
      state: "STUCK",
      reason: "ambiguous",
    };
    const listed = { accountId: 1001, reference: "ref", sentAt: START, at: START };
    expect([...world.list.values()]).toEqual([{ ...listed, ...action }]);
    expect(row().alertedAt).toBe(START);
    reconciler.alertOperator();
    expect(logged(), "once a day").toHaveLength(1);
    world.now += TIMING.alertIntervalMs;
    reconciler.alertOperator();
    expect(logged()).toHaveLength(2);
  });

  test("is sent after an hour in progress, and not earlier", async () => {
    const { reconciler, send, lookUp, world } = account();
    send();
    await lookUp("under way", HOUR - 1);
    reconciler.alertOperator();
    expect(logged()).toEqual([]);
    world.now += 1;
    reconciler.alertOperator();
    expect(logged()).toMatchObject([{ event: "action_stuck", state: "PLACED", reason: null }]);
  });

  test("is repeated a day later if the list could not be written", async () => {
    const { reconciler, send, lookUp, world } = account();
    send();
    await lookUp("several");
    world.isListDown = true;
    reconciler.alertOperator();
    await Promise.all(world.background);
    const line = { event: "stuck_action_not_listed", account: 1001, operation: "renewDomain", reference: "ref" };
    expect(logged().at(-1)).toMatchObject(line);
    expect(world.list.size).toBe(0);
    Object.assign(world, { isListDown: false, now: world.now + TIMING.alertIntervalMs });
    reconciler.alertOperator();
    await Promise.all(world.background);
    expect(world.list.size).toBe(1);
  });

  test("writes to the list in sequence, however slow a write is", async () => {
    const { reconciler, send, row, lookUp, world } = account();
    send();
    await lookUp("several");
    const slow = Promise.withResolvers<void>();
    world.listing = slow.promise;
    reconciler.alertOperator();
    await Promise.resolve();
    reconciler.settle(row(), { kind: "done", value: VALUE });
    slow.resolve();
    await Promise.all(world.background);
    expect(world.list.size).toBe(0);
  });

  test("waits at most five seconds for the list", async () => {
    vi.useFakeTimers();
    try {
      const { reconciler, send, row, world } = account();
      send();
      world.said = "several";
      await reconciler.lookUp(row(), "run");
      world.listing = new Promise(() => undefined);
      reconciler.alertOperator();
      await vi.advanceTimersByTimeAsync(4_999);
      expect(logged()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(logged().at(-1)).toMatchObject({ event: "stuck_action_not_listed" });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an operator's instruction", () => {
  const CARRIED_OUT = { state: "carried_out", reason: "settled" } as const;

  test("is refused without a call if its reference is unknown", async () => {
    const { tell, world } = account();
    expect(await tell()).toEqual({ state: "refused", reason: "unknown_reference", orderId: null });
    expect(world.asked).toEqual([]);
  });

  test("is refused without a call if the action is still running", async () => {
    const { send, tell, world } = account();
    send();
    expect(await tell()).toEqual({ state: "refused", reason: "not_stuck", orderId: null });
    expect(world.asked).toEqual([]);
  });

  test("settles an action as done by the provider and removes it from the list", async () => {
    const { reconciler, send, lookUp, tell, row, entry, world } = account();
    send();
    await lookUp("several");
    reconciler.alertOperator();
    world.changes = 0;
    expect(await tell({ orderId: 7001 })).toEqual({ ...CARRIED_OUT, orderId: 7001 });
    await Promise.all(world.background);
    expect(row()).toMatchObject({ state: "DONE", value: null, problem: { code: "refused" } });
    expect(entry()).toEqual({ outcome: "succeeded", status: 201, code: "settled_by_provider" });
    expect([world.list.size, world.changes]).toEqual([0, 1]);
  });

  test("does not apply while the billing system does not respond", async () => {
    const { send, lookUp, tell, row, world } = account();
    send();
    await lookUp("several");
    world.said = "unanswered";
    expect(await tell({ orderId: 7001 })).toEqual({ state: "unanswered" });
    expect(row().state).toBe("STUCK");
  });

  test("does not override the billing system's own outcome", async () => {
    for (const [said, outcome, expected] of [
      ["done", "done", { state: "carried_out", reason: "settled_itself", orderId: 7001 }],
      ["done", "nothing", { state: "refused", reason: "says_done", orderId: 7001 }],
      ["refused", "done", { state: "refused", reason: "says_refused", orderId: null }],
      ["refused", "nothing", { state: "carried_out", reason: "settled_itself", orderId: null }],
    ] as const) {
      const { send, lookUp, tell, world } = account();
      send();
      await lookUp("several");
      world.said = said;
      expect(await tell({ outcome }), `${said}, ${outcome}`).toEqual(expected);
    }
  });

  test("is refused without a call if its order belongs to another key", async () => {
    const { reconciler, send, row, lookUp, tell, world } = account();
    send("other");
    reconciler.settle(row("other"), { kind: "done", value: VALUE });
    send();
    await lookUp("several");
    world.asked.length = 0;
    expect(await tell({ orderId: 7001 })).toEqual({ state: "refused", reason: "order_taken", orderId: null });
    expect(world.asked).toEqual([]);
    expect(await tell({ orderId: 7002 })).toEqual({ ...CARRIED_OUT, orderId: 7002 });
  });

  test("is refused if the key was released during the lookup", async () => {
    const { reconciler, send, row, lookUp, tell, world } = account();
    send();
    await lookUp("several");
    world.said = async () => {
      reconciler.settle(row(), { kind: "refused", problem: REFUSED, isFinal: false });
      return FOUND.several;
    };
    expect(await tell()).toEqual({ state: "refused", reason: "unknown_reference", orderId: null });
  });
});

test("an action that is abandoned before sending releases its key and closes its log entry", () => {
  const { reconciler, reserve, journal, entry, world } = account();
  reconciler.release(reserve());
  expect(journal.withReference("ref")).toBeNull();
  expect(entry()).toEqual({ outcome: "failed", status: 503, code: "server_unavailable" });
  expect(world.transactions).toBe(1);
});

test("a restarted object releases keys of unsent actions and closes log entries without an action", () => {
  const { reconciler, send, journal, auditLog, row, world } = account();
  const opened = { loginId: 11, caller: CONNECTION, target: null, requestId: "r" };
  const open = () => auditLog.open({ ...opened, operation: "renewDomain" }, world.now);
  const [never, abandoned] = [open(), open()];
  const reservation = { key: "k", fingerprint: "p", operation: "renewDomain", loginId: 11, accountId: 1001 };
  const about = { lock: "", target: null, entryId: never, reference: "never sent" };
  journal.reserve({ ...reservation, ...about });
  const sent = send();
  expect(reconciler.releaseReserved()).toBe(true);
  expect(reconciler.releaseReserved()).toBe(false);
  expect(journal.withReference("never sent")).toBeNull();
  expect(row().state).toBe("SENDING");
  expect(auditLog.openEntryIds()).toEqual([sent.entryId]);
  const entries = auditLog.entriesBefore({ loginId: 11, application: "app", connectionId: null }, null, 9, world.now);
  const closed = entries.filter(({ id }) => id === never || id === abandoned);
  expect(closed).toHaveLength(2);
  for (const entry of closed)
    expect(entry).toMatchObject({ outcome: "failed", status: 503, code: "server_unavailable" });
});
