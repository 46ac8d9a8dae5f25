import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { seededState } from "../../dev/whmcs/seed.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { whmcsStatus } from "../../workers/billing-whmcs/operator/whmcs-operator.ts";
import { WORK_INTERVALS } from "../../workers/billing-whmcs/work-intervals.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { db, operator, simulator } = whmcs;
const login = { kind: "login", id: 12 } as const;

beforeEach(() => void Object.assign(simulator.state, seededState(new Date())));
afterEach(() => simulator.faults.clear());
afterAll(() => whmcs.stop());

/** Deletes a user as an administrator of WHMCS does. */
function deleteUser(id: number): void {
  simulator.state.users = simulator.state.users.filter((user) => user.id !== id);
  simulator.state.memberships = simulator.state.memberships.filter(({ userId }) => userId !== id);
}

test("findLogin finds a login by its number or e-mail address", async () => {
  const row = { login: 12, email: "contact@maple.example", language: "fr", accounts: "1001" };
  expect(await operator.findLogin("12")).toEqual([row]);
  expect(await operator.findLogin("contact@maple.example")).toEqual([row]);
  expect(await operator.findLogin("x' OR 1 --")).toEqual([]);
});

test("findAccount returns an account's name and the logins that manage it", async () => {
  expect(await operator.findAccount(1001)).toEqual([{ account: 1001, name: expect.any(String), logins: "11 12" }]);
  expect(await operator.findAccount(999_999)).toEqual([]);
});

test("find returns whether WHMCS has a login or account, or that this is unknown", async () => {
  expect(await operator.find(login)).toEqual({ isKnown: true, name: "contact@maple.example" });
  expect(await operator.find({ kind: "login", id: 99 })).toEqual({ isKnown: false, name: null });
  expect(await operator.find({ kind: "account", id: 1001 })).toEqual({ isKnown: true, name: expect.any(String) });
  expect(await operator.find({ kind: "account", id: 999_999 })).toEqual({ isKnown: false, name: null });
  simulator.faults.plan({ kind: "html_500" }, { action: "GetClientsDetails", times: 5 });
  expect(await operator.find({ kind: "account", id: 1002 })).toEqual({ isKnown: null, name: null });
});

const owner = { kind: "account", id: 1001 } as const;
const notices = async () =>
  db.prepare("SELECT count(*) AS count FROM sent_changes WHERE account_id = 1001").first("count");

test("erase deletes an account's rows only after WHMCS has deleted the account", async () => {
  await db
    .prepare("INSERT INTO sent_changes VALUES (1001, 1, 'unlocked', 'maple.ca', '{}', '2026-05-20T15:00:00Z', NULL)")
    .run();
  const stays = { left: 0, isKept: true, note: expect.stringContaining("WHMCS still has the") };
  for (const subject of [login, owner]) expect(await operator.erase(subject, null)).toEqual(stays);
  simulator.faults.plan({ kind: "html_500" });
  const waits = { left: 1, note: expect.stringContaining("does not answer") };
  for (const subject of [login, owner]) expect(await operator.erase(subject, null)).toEqual(waits);
  simulator.faults.clear();
  expect(await notices()).toBe(1);
  deleteUser(12);
  simulator.state.clients = simulator.state.clients.filter(({ id }) => id !== 1001);
  for (const subject of [login, owner, login, owner]) {
    const step = await operator.erase(subject, null);
    expect(step).toMatchObject({ left: 0 });
    expect(step.isKept).toBeUndefined();
  }
  expect(await notices()).toBe(0);
});

test("unlocking a login and resending e-mails are refused, because WHMCS does both", async () => {
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

test("the status shows the last run of each scheduled task and the age of prices", async () => {
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

test("the status lists actions open for more than an hour, refused actions, and an open circuit", async () => {
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
  const row = { account: 11, order: null, kind: "orderDomain", state: "sending", since: begunAt, tries: null };
  const after = await statusAt(NOW + HOUR_MS + 1);
  expect([after.waitingOrders, after.counts?.[0]?.count]).toEqual([[row], 1]);
  await db.prepare(`UPDATE actions SET state = 'refused', answer = '{"code":"refused"}' WHERE reference = 'r'`).run();
  const refused = {
    at: begunAt,
    problem: "order refused",
    why: "refused",
    kind: "orderDomain",
    target: "domain:maple.ca",
  };
  expect((await statusAt(NOW)).problems).toEqual([{ ...refused, account: 11, order: null }]);
  expect((await statusAt(NOW)).circuits).toEqual([]);
  expect((await statusAt(NOW, true)).circuits).toMatchObject([{ isOpen: true }]);
});

test("the status shows why orders and changes are stopped", async () => {
  expect((await statusAt(NOW)).actingStopped).toEqual([]);
  const row = "1, '2026-05-20T14:00:00.000Z', 'order_was_paid', 11, 7001";
  await db
    .prepare(`INSERT INTO acting_stopped (only_row, stopped_at, reason, account_id, order_id) VALUES (${row})`)
    .run();
  const at = "2026-05-20T14:00:00.000Z";
  expect((await statusAt(NOW)).actingStopped).toEqual([{ reason: "order_was_paid", at, account: 11, order: 7001 }]);
});
