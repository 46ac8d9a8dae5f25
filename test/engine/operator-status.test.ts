import { expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { engineStatus } from "../../workers/billing/operator/engine-status.ts";
import { NO_HOLDS } from "../support/memory-holds.ts";
import { NOW } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { db, sql, engine } = await actingScene(...seedStatements(new Date(NOW)));
const HOUR_MS = 3_600_000;
const operator = engineOperator(db, () => NOW, NO_HOLDS);
const statusAt = (now: number) => engineStatus(db, () => now);

test("the status lists a paid order that has waited for more than an hour, but not a transfer at the registrar", async () => {
  const placedAt = new Date(NOW).toISOString().replace(/\.\d+Z/, "Z");
  const since = Date.parse(placedAt);
  const last = (await sql.value<number>("SELECT max(id) FROM orders")) ?? 0;
  const free = await sql.rows<{ id: number }>(
    "SELECT id FROM domains WHERE id NOT IN (SELECT domain_id FROM orders WHERE domain_id IS NOT NULL) LIMIT 2",
  );
  for (const [at, { id }] of free.entries()) {
    const [kind, begun] = at === 0 ? ["register", 0] : ["transfer", 1];
    await sql.run(
      `INSERT INTO orders (id, account_id, kind, status, placed_at, domain_id, begun, tries, waits_for)
       VALUES (${last + 1 + at}, 1001, '${kind}', 'paid', '${placedAt}', ${id}, ${begun}, 4, 'registrar_unavailable')`,
    );
  }
  const waiting = async (now: number) =>
    (await statusAt(now)).waitingOrders?.filter(({ order }) => Number(order) > last);
  expect(await waiting(since + HOUR_MS)).toEqual([]);
  const row = {
    account: 1001,
    order: last + 1,
    kind: "register",
    state: "paid",
    waitsFor: "registrar_unavailable",
    since: placedAt,
    tries: 4,
    runbook: null,
  };
  expect(await waiting(since + HOUR_MS + 1_000)).toEqual([row]);
  const { waitingOrders, counts } = await statusAt(since + HOUR_MS + 1_000);
  expect(counts?.[1]?.count).toBe(waitingOrders?.length);

  await sql.run(
    `UPDATE orders SET status = 'failed', refusal = 'Reserved.', refused_on = '2026-11-23' WHERE id = ${last + 2}`,
  );
  const own = (await statusAt(since)).problems?.filter(({ order }) => Number(order) > last);
  expect(own, "retried and refused orders, at once").toMatchObject([
    { order: last + 2, problem: "order refused", why: "Reserved.", at: "2026-11-23", kind: "transfer" },
    {
      order: last + 1,
      problem: "order retried",
      why: "registrar_unavailable",
      at: placedAt,
      target: expect.stringMatching(/^domain:/),
    },
  ]);
});

test("the status immediately lists an order that needs the provider, with the reason until it is done", async () => {
  const order = Number(await sql.value("SELECT max(id) FROM orders WHERE kind = 'plan'"));
  await sql.run(
    `UPDATE orders SET status = 'paid', waits_for = 'registrar_funds', next_try_at = ${NOW}, placed_at = '2026-11-23T00:00:00Z' WHERE id = ?`,
    order,
  );
  const { counts, waitingOrders } = await statusAt(Date.parse("2026-11-23T00:00:00Z"));
  expect(counts?.slice(0, 2)).toMatchObject([{ what: "orders that need you", count: 1, see: "status" }, { count: 0 }]);
  const found = { waitsFor: "registrar_funds", runbook: "runbook.md#registrar_needs_provider" };
  expect(waitingOrders).toMatchObject([{ order, ...found }]);
  expect(await operator.findOrders(order)).toMatchObject([{ ...found, nextTryAt: "2026-11-20T15:00:00Z" }]);
  await sql.run("UPDATE orders SET status = 'done' WHERE id = ?", order);
  expect(await operator.findOrders(order)).toMatchObject([{ waitsFor: null, nextTryAt: null, runbook: null }]);
});

test("the status counts an e-mail as unsent once it is more than an hour late", async () => {
  await sql.run(`INSERT INTO notices (account_id, kind, content, due_at) VALUES (1001, 'unlocked', '{}', ${NOW})`);
  expect((await statusAt(NOW + HOUR_MS)).counts?.[2]?.count).toBe(0);
  expect((await statusAt(NOW + HOUR_MS + 1)).counts?.[2]?.count).toBe(1);
});

test("the status shows the last run of the scheduled jobs, and whether it is late", async () => {
  expect((await statusAt(NOW)).scheduledWork).toMatchObject([{ work: "jobs", outcome: "awaited", isLate: false }]);
  await engine.runScheduledJobs();
  const [run] = (await statusAt(NOW)).scheduledWork ?? [];
  expect(run).toMatchObject({ work: "jobs", outcome: "succeeded", isLate: false });
  const late = await statusAt(Date.parse(String(run?.succeededAt)) + 900_001);
  expect(late.scheduledWork).toMatchObject([{ isLate: true }]);
});
