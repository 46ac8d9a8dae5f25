import { afterAll, beforeEach, expect, test } from "vitest";
import { seededState } from "../../dev/whmcs/seed.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { whmcsStatus } from "../../workers/billing-whmcs/operator/whmcs-operator.ts";
import { WORK_INTERVALS } from "../../workers/billing-whmcs/work-intervals.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { db, operator, simulator } = whmcs;
const ROW = { login: 12, email: "Contact@maple.example", language: "fr", accounts: "[1001]" };

beforeEach(async () => {
  Object.assign(simulator.state, seededState(new Date()));
  await db.prepare("DELETE FROM logins").run();
  await db
    .prepare(
      `INSERT INTO logins VALUES (12, 'Contact@maple.example', 'fr', '[1001]'),
         (8, 'b@maple.example', 'en', '[]')`,
    )
    .run();
});
afterAll(() => whmcs.stop());

const kept = async () => (await db.prepare("SELECT user_id FROM logins ORDER BY user_id").all()).results;
const BOTH = [{ user_id: 8 }, { user_id: 12 }];
const login = { kind: "login", id: 12 } as const;

/** As its administrator deletes a user. */
function deleteUser(id: number): void {
  simulator.state.users = simulator.state.users.filter((user) => user.id !== id);
  simulator.state.memberships = simulator.state.memberships.filter(({ userId }) => userId !== id);
}

test("a login is found by number and by address", async () => {
  expect(await operator.findLogin("12")).toEqual([ROW]);
  expect(await operator.findLogin("contact@maple.example")).toEqual([ROW]);
  expect(await operator.findLogin("x' OR 1 --")).toEqual([]);
});

test("an account is found with its name, and the logins that were found to have it", async () => {
  expect(await operator.findAccount(1001)).toEqual([{ account: 1001, name: expect.any(String), logins: "12" }]);
  expect(await operator.findAccount(999_999)).toEqual([]);
});

test("a login is known once it has signed in here, an account where WHMCS has it", async () => {
  expect(await operator.find(login)).toEqual({ isKnown: true, name: "Contact@maple.example" });
  expect(await operator.find({ kind: "login", id: 99 })).toMatchObject({ isKnown: false, name: null });
  expect(await operator.find({ kind: "account", id: 1001 })).toMatchObject({ isKnown: true, name: expect.any(String) });
  expect(await operator.find({ kind: "account", id: 999_999 })).toMatchObject({ isKnown: false });
  simulator.faults.plan({ kind: "html_500" }, { action: "GetClientsDetails", times: 5 });
  expect(await operator.find({ kind: "account", id: 1002 })).toMatchObject({ isKnown: null });
  simulator.faults.clear();
});

test("a login's row stays while WHMCS has the user", async () => {
  expect((await operator.exportOf(login, null)).tables.login).toMatchObject([{ email: "Contact@maple.example" }]);
  expect(await operator.erase(login, null)).toMatchObject({
    left: 0,
    isKept: true,
    note: expect.stringContaining("WHMCS"),
  });
  expect(await kept()).toEqual(BOTH);
});

test("an erasure waits while WHMCS does not answer", async () => {
  simulator.faults.plan({ kind: "html_500" }, { action: "user", times: 5 });
  expect(await operator.erase(login, null)).toMatchObject({
    left: 1,
    note: expect.stringContaining("does not answer"),
  });
  expect(await kept()).toEqual(BOTH);
  simulator.faults.clear();
});

test("once the user is deleted in WHMCS its row goes, and no other; this can be repeated", async () => {
  deleteUser(12);
  for (let times = 0; times < 2; times++) {
    const step = await operator.erase(login, null);
    expect(step).toMatchObject({ left: 0 });
    expect(step.isKept).toBeUndefined();
  }
  expect(await kept()).toEqual([{ user_id: 8 }]);
});

test("sign-ins and other mails are WHMCS's own, and the console says so", async () => {
  expect(await operator.unlock(12)).toMatchObject({ isDone: false });
  expect(await operator.sendMailAgain(1)).toMatchObject({ isDone: false });
  expect(await operator.mails()).toEqual([]);
});

const HOUR_MS = 3_600_000;
const statusAt = (now: number, isOpen = false) => {
  const clock = () => now;
  const context = { db, now: clock, runs: new ScheduledRuns(db, WORK_INTERVALS, clock) };
  return whmcsStatus(context, { health: async () => ({ isOpen, answeredAt: null }) });
};

test("each piece of scheduled work is told with its last run, and prices with their age", async () => {
  await whmcs.runScheduledWork();
  const { scheduledWork, copies } = await statusAt(NOW);
  const at = new Date(NOW).toISOString();
  const last = { outcome: "succeeded", succeededAt: at, isLate: false };
  expect(scheduledWork).toMatchObject([
    ...["prices", "actions"].map((work) => ({ work, ...last })),
    { work: "changes", outcome: "awaited", succeededAt: null, isLate: false },
  ]);
  expect(copies).toContainEqual({ name: "prices CAD", readAt: at, servedForMinutes: 9 });
});

test("an action that is not at its end is listed after an hour, and a circuit while it is open", async () => {
  const begunAt = new Date(NOW).toISOString();
  await db
    .prepare(
      `INSERT INTO actions (account_id, reference, operation, login_id, target, begun_at, state)
       VALUES (11, 'r', 'orderDomain', 1, 'domain:maple.ca', ?, 'sending')`,
    )
    .bind(begunAt)
    .run();
  const before = await statusAt(NOW + HOUR_MS);
  expect([before.waitingOrders, before.counts?.[0]?.count]).toEqual([[], 0]);
  const row = { accountId: 11, orderId: null, kind: "orderDomain", state: "sending", since: begunAt, tries: null };
  const after = await statusAt(NOW + HOUR_MS + 1);
  expect([after.waitingOrders, after.counts?.[0]?.count]).toEqual([[row], 1]);
  expect((await statusAt(NOW)).circuits).toEqual([]);
  expect((await statusAt(NOW, true)).circuits).toMatchObject([{ isOpen: true }]);
});

test("why no orders are taken any more is told", async () => {
  expect((await statusAt(NOW)).actingStopped).toEqual([]);
  const row = "1, '2026-05-20T14:00:00.000Z', 'order_was_paid', 11, 7001";
  await db
    .prepare(`INSERT INTO acting_stopped (only_row, stopped_at, reason, account_id, order_id) VALUES (${row})`)
    .run();
  const at = "2026-05-20T14:00:00.000Z";
  expect((await statusAt(NOW)).actingStopped).toEqual([{ reason: "order_was_paid", at, accountId: 11, orderId: 7001 }]);
});
