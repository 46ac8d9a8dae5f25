import { describe, expect, test } from "vitest";
import type { PlanOrder } from "../../shared/billing-contract/actions.ts";
import { actingEngine, acts, NOW, TERMS } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
const acting = actingEngine(db);

const owner = asks(LOGINS.owner, 1001, "orders");
const planOrder = (planId: string, more: Partial<PlanOrder> = {}): PlanOrder => ({
  planId,
  billingCycle: null,
  domain: null,
  promotion: null,
  acceptTerms: TERMS,
  expectedPrice: null,
  ...more,
});

describe("a quote", () => {
  test("of a discounted cycle: the first payment is half, rounded as on the invoice", async () => {
    const quote = await valueIn(acting.engine.quotePlanOrder(owner, planOrder("web-plus", { domain: "a.ca" })));
    expect(quote).toMatchObject({
      planId: "web-plus",
      billingCycle: "annually",
      domain: "a.ca",
      // 12 × 8.99 = 107.88; half of it
      firstPayment: { amount: 5394, currency: "CAD", covers: "annually" },
      renewal: { amount: 10_788, billingCycle: "annually" },
      setupFee: 0,
      discount: { percent: 50, amount: 5394 },
      terms: { version: TERMS },
      missing: [],
    });
  });

  test("of a cycle without discount, and of a discount that is over", async () => {
    const monthly = await valueIn(
      acting.engine.quotePlanOrder(owner, planOrder("web-plus", { billingCycle: "monthly" })),
    );
    expect(monthly).toMatchObject({ firstPayment: { amount: 1199, covers: "monthly" }, discount: null });
    const before = await valueIn(acting.engine.quotePlanOrder(owner, planOrder("web-pro")));
    acting.at.now = Date.parse("2027-04-01T12:00:00Z");
    const after = await valueIn(acting.engine.quotePlanOrder(owner, planOrder("web-pro")));
    acting.at.now = Date.parse("2026-11-20T15:00:00Z");
    expect([before.firstPayment.amount, after.firstPayment.amount]).toEqual([8994, 17_988]);
  });

  test.each<[Partial<PlanOrder>, string]>([
    [{ planId: "no-such-plan" }, "not_offered"],
    [{ billingCycle: "free" }, "not_offered"],
    [{ promotion: "HALF" }, "invalid_body"],
  ])("with %j is refused: %s", async (more, code) => {
    expect(await acting.engine.quotePlanOrder(owner, planOrder("web-plus", more))).toMatchObject({ problem: { code } });
  });
});

test("what is not sold is told apart: the plan, its cycle, the currency", async () => {
  const why = async (more: Partial<PlanOrder>, asking = owner) => {
    const result = await acting.engine.quotePlanOrder(asking, planOrder("web-plus", more));
    return !result.ok && "reason" in result.problem ? result.problem.reason.en : "";
  };
  expect(await why({ planId: "no-such-plan" })).toMatch(/^There is no such plan\. Plans: web-start, web-plus, .*\.$/);
  expect(await why({ billingCycle: "free" })).toMatch(/^The plan web-plus is not sold with .* cycles: .*monthly.*\.$/);
  await sql.run("DELETE FROM plan_prices WHERE plan_id = 'web-max' AND currency = 'CAD'");
  const unsold = await why({ planId: "web-max" });
  expect(unsold).toMatch(/^The plan web-max is not sold in CAD, the currency of the account\. Plans sold in it: .*\.$/);
  expect(unsold.match(/web-max/g)).toHaveLength(1);
});

describe("an order", () => {
  test("is refused for the first reason that holds", async () => {
    await sql.run("UPDATE accounts SET payment_method_on_file = 0 WHERE id = 1002");
    const ladder: [string, Partial<PlanOrder>][] = [
      ["not_offered", { planId: "none" }],
      ["invalid_body", { planId: "web-start" }],
      ["price_changed", { promotion: null }],
      ["terms_not_accepted", { expectedPrice: null }],
      ["payment_method_missing", { acceptTerms: TERMS }],
    ];
    let order = planOrder("", { promotion: "X", acceptTerms: null, expectedPrice: 1, domain: "ladder.fr" });
    for (const [code, change] of ladder) {
      order = { ...order, ...change };
      const result = await acting.engine.orderPlan(acts(undefined, LOGINS.owner, 1002), order);
      expect(result, code).toMatchObject({ ok: false, problem: { code } });
    }
    await sql.run("UPDATE accounts SET payment_method_on_file = 1 WHERE id = 1002");
    expect(await acting.engine.orderPlan(acts(undefined, LOGINS.owner, 1002), order)).toMatchObject({ ok: true });
    expect(await acting.engine.orderPlan(acts(undefined, LOGINS.owner, 1002), order)).toMatchObject({
      problem: { code: "already_requested" },
    });
  });

  test("leaves a pending service and an invoice that lists the discount; paid, it is active for its term", async () => {
    const order = planOrder("web-plus", { domain: "paid-plan.ca", expectedPrice: 5394 });
    const placed = await valueIn(acting.engine.orderPlan(acts("plan"), order));
    // 53.94: GST 2.697 → 2.70, QST 5.380515 → 5.38
    expect(placed).toMatchObject({ billingCycle: "annually", invoice: { subtotal: 5394, total: 6202 } });
    expect(await serviceOf(placed.serviceId)).toMatchObject({ status: "pending", domain: "paid-plan.ca" });
    const lines = await sql.rows(
      "SELECT amount FROM invoice_lines WHERE invoice_id = ? ORDER BY position",
      placed.invoice?.id,
    );
    expect(lines).toEqual([{ amount: 10_788 }, { amount: -5394 }]);

    await valueIn(acting.engine.payInvoice(asks(LOGINS.owner, 1001, "invoices"), placed.invoice?.id ?? 0));
    expect(await serviceOf(placed.serviceId)).toMatchObject({
      status: "active",
      next_due_on: "2027-11-20",
      recurring_price: 10_788,
    });
    const term = await sql.row("SELECT * FROM paid_terms WHERE service_id = ?", placed.serviceId);
    expect(term).toMatchObject({ starts_on: "2026-11-20", ends_on: "2027-11-20", amount: 5394 });
  });

  test("the same reference gives the same answer, also after it was paid", async () => {
    const order = planOrder("web-plus", { domain: "paid-plan.ca", expectedPrice: 5394 });
    const again = await valueIn(acting.engine.orderPlan(acts("plan"), order));
    expect(again).toMatchObject({ invoice: { status: "unpaid", total: 6202 } });
    const services = await sql.rows("SELECT id FROM services WHERE domain = 'paid-plan.ca'");
    expect(services).toHaveLength(1);
  });
});

function serviceOf(id: number) {
  return sql.row("SELECT * FROM services WHERE id = ?", id);
}
