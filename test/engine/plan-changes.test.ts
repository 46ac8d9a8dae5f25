import { describe, expect, test } from "vitest";
import type { PlanChange } from "../../shared/billing-contract/plan-orders.ts";
import { codeOf, valueIn, writes } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import { actingScene, meetingOf } from "./support/scene.ts";
import { watchedDatabase } from "./support/watched-database.ts";

const SERVICE = 2101;
const { db, sql, engine, owner, mails, pass, settled } = await actingScene(
  "DELETE FROM actions",
  "DELETE FROM orders WHERE kind = 'plan_change'",
  "DELETE FROM paid_terms",
  "DELETE FROM cancellations WHERE service_id = 2101",
  // Of the year that ends on 2027-06-20 (365 days), 212 are left on 2026-11-20.
  `UPDATE services SET plan_id = 'web-plus', plan_name = 'Web Plus', status = 'active', billing_cycle = 'annually',
     recurring_price = 10788, next_due_on = '2027-06-20', domain = 'studio-ana.ca' WHERE id = 2101`,
  "UPDATE accounts SET credit = 2500, payment_method_on_file = 1 WHERE id = 1001",
);
const service = () => owner.service(SERVICE);
const quoteOf = (planId: string, more?: Partial<PlanChange>) => valueIn(owner.quotePlanChange(SERVICE, planId, more));
const CREDIT_OF_DOWNGRADE = 6266 - 4175;

describe("a quote", () => {
  /** By hand, 212 of 365 days: of 107.88 62.66, of 179.88 104.48, of 71.88 41.75 (in cents, half up). */
  test.each<[string, Partial<PlanChange>, number, number]>([
    ["web-pro", {}, 10_448 - 6266, 0],
    ["web-start", {}, 0, CREDIT_OF_DOWNGRADE],
    ["web-pro", { billingCycle: "monthly" }, 0, 6266 - 1899],
    ["web-pro", { billingCycle: "biennially" }, 24 * 1379 - 6266, 0],
  ])("to %s with %j: due %i, credit %i", async (planId, more, dueNow, credit) => {
    const quote = await quoteOf(planId, more);
    expect(quote).toMatchObject({ effectiveOn: "2026-11-20", obstacle: null, service: { id: SERVICE } });
    expect([quote.dueNow.amount, quote.credit.amount]).toEqual([dueNow, credit]);
  });

  test("credits what was paid for the term, not what it usually costs", async () => {
    await sql.run("INSERT INTO paid_terms VALUES (2101, '2026-06-20', '2027-06-20', 5394)");
    // 53.94 × 212 / 365 = 31.329…
    expect((await quoteOf("web-pro")).dueNow.amount).toBe(10_448 - 3133);
  });

  test.each<[string, string, string, Partial<PlanChange>, string]>([
    ["the same plan", "SELECT 1", "web-plus", {}, "already"],
    ["a plan of another line", "SELECT 1", "vps-1", { billingCycle: "monthly" }, "path"],
    ["a suspended service", "UPDATE services SET status = 'suspended' WHERE id = 2101", "web-pro", {}, "active"],
    [
      "one that is being cancelled",
      `INSERT INTO cancellations (service_id, timing, effective_on, requested_at)
       VALUES (2101, 'end_of_period', '2027-06-20', '2026-11-20T00:00:00Z')`,
      "web-pro",
      {},
      "cancelled",
    ],
  ])("of %s says the obstacle", async (_, before, planId, more, words) => {
    await sql.run(before);
    expect((await quoteOf(planId, more)).obstacle?.en).toContain(words);
  });
});

test("a quote says what each further term costs", async () => {
  const { renewal } = await quoteOf("web-pro", { billingCycle: "monthly" });
  expect(renewal).toEqual({ amount: 1899, currency: "CAD", billingCycle: "monthly" });
});

const check = (serviceId: number, planId: string, billingCycle: PlanChange["billingCycle"] = null) => {
  const request = { serviceId, planId, billingCycle, expectedPrice: null };
  return engine.changePlan(writes(owner.query, false), request);
};

test.each([
  ["of another account's service", 2201, "web-pro", "not_found"],
  ["to a plan that is not sold", SERVICE, "web-none", "not_offered"],
])("a change %s is refused alike where it is quoted, checked and placed", async (_, serviceId, planId, code) => {
  const codes = [
    codeOf(owner.quotePlanChange(serviceId, planId)),
    codeOf(check(serviceId, planId)),
    codeOf(owner.changePlan(serviceId, planId)),
  ];
  expect(await Promise.all(codes)).toEqual([code, code, code]);
});

test("a check says what would be ordered", async () => {
  const quote = await quoteOf("web-pro");
  const preview = { price: quote.dueNow, planChange: quote, planName: { en: "Web Pro" }, isDowngrade: false };
  expect(await valueIn(check(SERVICE, "web-pro"))).toMatchObject(preview);
});

test.each([
  ["studio-ana.ca", " (studio-ana.ca)"],
  [null, ""],
])("the invoice of a change names the plans and the site %s, and so does the customer's mail", async (domain, site) => {
  await sql.run("UPDATE services SET domain = ? WHERE id = 2101", domain);
  const { invoice } = await valueIn(owner.changePlan(SERVICE, "web-pro"));
  const lines = "SELECT lines FROM invoices WHERE id = ?";
  expect(JSON.parse((await sql.value<string>(lines, invoice?.id)) ?? "")).toEqual([
    {
      description: { en: `Change from Web Plus to Web Pro${site}`, fr: `Passage de Web Plus à Web Pro${site}` },
      amount: 4182,
    },
  ]);
  await settled();
  expect(mails.sent).toMatchObject([["orderPlaced", "owner@maple.example", "en", { subject: "Web Pro" }]]);
});

test("a quote names the change that is on order", async () => {
  await valueIn(owner.changePlan(SERVICE, "web-pro", { expectedPrice: 4182 }));
  expect((await quoteOf("web-pro")).obstacle?.en).toContain("already on order");
});

test.each([
  [1, "price_changed"],
  [4182, "payment_method_missing"],
])("a change at %i without a payment method: %s", async (expectedPrice, code) => {
  await sql.run("UPDATE accounts SET payment_method_on_file = 0 WHERE id = 1001");
  expect(await codeOf(owner.changePlan(SERVICE, "web-pro", { expectedPrice }))).toBe(code);
});

test("a downgrade is done at once and leaves credit, once", async () => {
  const downgrade = () => valueIn(owner.changePlan(SERVICE, "web-start", { expectedPrice: 0 }, "downgrade"));
  const after = { planId: "web-start", recurringPrice: 7188 };
  const placed = await downgrade();
  const done = { invoice: null, actionRequired: null, orderId: expect.any(Number), service: after };
  expect(placed, "as it is afterwards").toMatchObject(done);
  expect(await service()).toMatchObject(after);
  expect(await owner.findWrite("downgrade")).toMatchObject({ value: { value: placed } });
  await settled();
  await pass(0);
  expect(await service()).toMatchObject(after);
  expect(await owner.credit()).toBe(2500 + CREDIT_OF_DOWNGRADE);
  expect(await downgrade()).toEqual(placed);
  await settled();
  expect(await owner.credit()).toBe(2500 + CREDIT_OF_DOWNGRADE);
});

test("a downgrade is ordered and done in one transaction", async () => {
  const transactions: string[] = [];
  const watched = watchedDatabase(db, {
    batch: (run, statements) => {
      transactions.push(statements.map((statement) => statement.sql).join("; "));
      return run();
    },
  });
  await valueIn(actingEngine(watched).owner.changePlan(SERVICE, "web-start"));
  const ordered = transactions.filter((statements) => statements.includes("INSERT INTO orders"));
  expect(ordered).toEqual([expect.stringContaining("UPDATE services SET plan_id")]);
});

test("a downgrade that is asked for twice at once has one answer", async () => {
  const ask = () => valueIn(owner.changePlan(SERVICE, "web-start", {}, "twice"));
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(other).toEqual(one);
  expect(one.service).toEqual(await service());
});

test("a change that two have begun to do is done once", async () => {
  await valueIn(owner.changePlan(SERVICE, "web-start"));
  await settled();
  await sql.run("UPDATE orders SET status = 'paid' WHERE kind = 'plan_change'");
  await sql.run("UPDATE accounts SET credit = 2500 WHERE id = 1001");
  // Both have read the order before either writes.
  const meet = meetingOf(2);
  const met = watchedDatabase(db, { batch: (run) => meet().then(run) });
  await Promise.all([1, 2].map(() => actingEngine(met).engine.runScheduledJobs()));
  expect(await owner.credit()).toBe(2500 + CREDIT_OF_DOWNGRADE);
});

test("a change from a plan that is no longer sold counts as a downgrade", async () => {
  await sql.run("DELETE FROM plan_prices WHERE plan_id = 'web-plus' AND currency = 'CAD'");
  expect(await valueIn(check(SERVICE, "web-pro"))).toMatchObject({ isDowngrade: true });
});
