import { afterAll, expect, test } from "vitest";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { whmcsStatus } from "../../workers/billing-whmcs/operator/status.ts";
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
  const { runs, copies } = await statusAt(NOW);
  const last = { outcome: "succeeded", succeededAt: NOW, isLate: false };
  expect(runs.map(({ work, outcome, succeededAt, isLate }) => [work, { outcome, succeededAt, isLate }])).toEqual([
    ...["addon", "prices", "products", "cancellations", "actions"].map((work) => [work, last]),
    ["changes", { outcome: "awaited", succeededAt: null, isLate: false }],
  ]);
  expect(copies).toContainEqual({ name: "prices CAD", readAt: NOW, maxAgeMs: 540_000 });
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
  expect((await statusAt(NOW + HOUR_MS)).waitingOrders).toEqual({ count: 0, rows: [] });
  const row = { accountId: 11, orderId: null, kind: "orderDomain", state: "sending", since: NOW, tries: null };
  expect((await statusAt(NOW + HOUR_MS + 1)).waitingOrders).toEqual({ count: 1, rows: [row] });
  expect((await statusAt(NOW)).circuits).toEqual([]);
  expect((await statusAt(NOW, true)).circuits).toMatchObject([{ isOpen: true }]);
});

test("why no orders are taken any more is told", async () => {
  expect((await statusAt(NOW)).actingStopped).toBeNull();
  const row = "1, '2026-05-20T14:00:00.000Z', 'order_was_paid', 11, 7001";
  await db
    .prepare(`INSERT INTO acting_stopped (only_row, stopped_at, reason, account_id, order_id) VALUES (${row})`)
    .run();
  const at = NOW - HOUR_MS;
  expect((await statusAt(NOW)).actingStopped).toEqual({ reason: "order_was_paid", at, accountId: 11, orderId: 7001 });
});
