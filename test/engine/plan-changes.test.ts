import { beforeEach, describe, expect, test } from "vitest";
import type { PlanChangeRequest } from "../../shared/billing-contract/actions.ts";
import { actingEngine, acts, NOW } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { watchedDatabase } from "./support/watched-database.ts";

const { db, sql } = await seededBilling(new Date(NOW));
const acting = actingEngine(db);

const SERVICE = 2101;
const owner = asks(LOGINS.owner, 1001, "products");

beforeEach(async () => {
  await db.batch([
    db.prepare("DELETE FROM actions"),
    db.prepare("DELETE FROM orders WHERE kind = 'plan_change'"),
    db.prepare("DELETE FROM paid_terms"),
    db.prepare("DELETE FROM cancellations WHERE service_id = 2101"),
    // Of the year that ends on 2027-06-20 (365 days), 212 are left on 2026-11-20.
    db.prepare(
      `UPDATE services SET plan_id = 'web-plus', plan_name = 'Web Plus', status = 'active', billing_cycle = 'annually',
       recurring_price = 10788, next_due_on = '2027-06-20' WHERE id = 2101`,
    ),
    db.prepare("UPDATE accounts SET credit = 2500 WHERE id = 1001"),
  ]);
});

const change = (planId: string, more: Partial<PlanChangeRequest> = {}) => ({
  serviceId: SERVICE,
  planId,
  billingCycle: null,
  ...more,
});

describe("a quote", () => {
  /** By hand, 212 of 365 days: of 107.88 62.66, of 179.88 104.48, of 71.88 41.75 (in cents, half up). */
  test.each<[string, Partial<PlanChangeRequest>, number, number]>([
    ["web-pro", {}, 10_448 - 6266, 0],
    ["web-start", {}, 0, 6266 - 4175],
    ["web-pro", { billingCycle: "monthly" }, 0, 6266 - 1899],
    ["web-pro", { billingCycle: "biennially" }, 24 * 1379 - 6266, 0],
  ])("to %s with %j: due %i, credit %i", async (planId, more, dueNow, credit) => {
    const quote = await valueIn(acting.engine.quotePlanChange(owner, change(planId, more)));
    expect(quote).toMatchObject({ effectiveOn: "2026-11-20", obstacle: null, service: { id: SERVICE } });
    expect([quote.dueNow.amount, quote.credit.amount]).toEqual([dueNow, credit]);
  });

  test("credits what was paid for the term, not what it usually costs", async () => {
    await sql.run("INSERT INTO paid_terms VALUES (2101, '2026-06-20', '2027-06-20', 5394)");
    const quote = await valueIn(acting.engine.quotePlanChange(owner, change("web-pro")));
    // 53.94 × 212 / 365 = 31.329…
    expect(quote.dueNow.amount).toBe(10_448 - 3133);
  });

  test.each<[string, string, Partial<PlanChangeRequest>, string]>([
    ["the same plan", "SELECT 1", { planId: "web-plus" }, "already"],
    ["a plan of another line", "SELECT 1", { planId: "vps-1", billingCycle: "monthly" }, "path"],
    ["a suspended service", "UPDATE services SET status = 'suspended' WHERE id = 2101", {}, "active"],
    [
      "one that is being cancelled",
      "INSERT INTO cancellations VALUES (2101, 'end_of_period', '2027-06-20', '2026-11-20T00:00:00Z', NULL)",
      {},
      "cancelled",
    ],
  ])("of %s says the obstacle, and the change is not_changeable", async (_, before, more, words) => {
    await sql.run(before);
    const request = change("web-pro", more);
    const quote = await valueIn(acting.engine.quotePlanChange(owner, request));
    expect(quote.obstacle?.en).toContain(words);
    const changed = await acting.engine.changePlan(acts(), { ...request, expectedPrice: 1 });
    expect(changed).toMatchObject({ problem: { code: "not_changeable" } });
  });

  test.each<[number, string, string]>([
    [2201, "web-pro", "not_found"],
    [99_999, "none", "not_found"],
    [SERVICE, "none", "not_offered"],
  ])("of service %i to %s: %s", async (serviceId, planId, code) => {
    const request = change(planId, { serviceId });
    expect(await acting.engine.quotePlanChange(owner, request)).toMatchObject({ problem: { code } });
    expect(await acting.engine.changePlan(acts(), { ...request, expectedPrice: null })).toMatchObject({
      problem: { code },
    });
  });
});

test("an upgrade waits for its payment; then the plan is the new one to the same due date", async () => {
  const request = { ...change("web-pro"), expectedPrice: 4182 };
  const placed = await valueIn(acting.engine.changePlan(acts("upgrade"), request));
  expect(placed).toMatchObject({
    planId: "web-pro",
    invoice: { subtotal: 4182 },
    actionRequired: { type: "pay_invoice" },
  });
  expect(await service()).toMatchObject({ plan_id: "web-plus" });
  expect(await acting.engine.changePlan(acts(), request)).toMatchObject({ problem: { code: "already_requested" } });
  const another = acting.engine.changePlan(acts(), { ...change("web-max"), expectedPrice: null });
  expect(await another).toMatchObject({ problem: { code: "not_changeable" } });
  expect(await valueIn(acting.engine.quotePlanChange(owner, change("web-max")))).toMatchObject({
    obstacle: { en: expect.stringContaining("unpaid") },
  });

  await valueIn(acting.engine.payInvoice(asks(LOGINS.owner, 1001), placed.invoice?.id ?? 0));
  expect(await service()).toMatchObject({
    plan_id: "web-pro",
    plan_name: "Web Pro",
    recurring_price: 17_988,
    next_due_on: "2027-06-20",
  });
});

test("a downgrade is done at once and leaves credit, once", async () => {
  const request = { ...change("web-start"), expectedPrice: 0 };
  const placed = await valueIn(acting.engine.changePlan(acts("downgrade"), request));
  expect(placed).toMatchObject({ invoice: null, actionRequired: null, orderId: expect.any(Number) });
  expect(placed.service, "as it is afterwards").toMatchObject({ planId: "web-start", recurringPrice: 7188 });
  expect(await service()).toMatchObject({ plan_id: "web-start" });
  expect(await acting.engine.findAction(acts("downgrade"), "downgrade")).toMatchObject({ value: { value: placed } });
  await acting.settled();
  await acting.engine.runScheduledJobs();
  expect(await service()).toMatchObject({ plan_id: "web-start", recurring_price: 7188 });
  expect(await credit()).toBe(2500 + 6266 - 4175);
  expect(await valueIn(acting.engine.changePlan(acts("downgrade"), request))).toEqual(placed);
  await acting.settled();
  expect(await credit()).toBe(2500 + 6266 - 4175);
});

test("a change that two have begun to do is done once", async () => {
  await valueIn(acting.engine.changePlan(acts("twice"), { ...change("web-start"), expectedPrice: null }));
  await acting.settled();
  await db.batch([
    db.prepare("UPDATE orders SET status = 'paid' WHERE kind = 'plan_change'"),
    db.prepare("UPDATE accounts SET credit = 2500 WHERE id = 1001"),
  ]);
  // Both have read the order before either writes.
  let arrived = 0;
  const { promise: bothArrived, resolve } = Promise.withResolvers<void>();
  const engines = [1, 2].map(() => {
    const watched = watchedDatabase(db, {
      batch: async (run) => {
        if (++arrived === 2) resolve();
        await bothArrived;
        return run();
      },
    });
    return actingEngine(watched).engine;
  });
  await Promise.all(engines.map((engine) => engine.runScheduledJobs()));
  expect(arrived).toBe(2);
  expect(await credit()).toBe(2500 + 6266 - 4175);
});

function service() {
  return sql.row("SELECT * FROM services WHERE id = 2101");
}
function credit() {
  return sql.value<number>("SELECT credit FROM accounts WHERE id = 1001");
}
