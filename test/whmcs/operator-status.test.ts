import { afterAll, expect, test } from "vitest";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { whmcsStatus } from "../../workers/billing-whmcs/operator/whmcs-operator.ts";
import { WORK_INTERVALS } from "../../workers/billing-whmcs/work-intervals.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const HOUR_MS = 3_600_000;
const whmcs = await startWhmcs({ now: () => NOW });
const { db } = whmcs;

afterAll(() => whmcs.stop());

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
