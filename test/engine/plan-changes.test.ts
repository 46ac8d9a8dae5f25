import { describe, expect, test } from "vitest";
import type { PlanChange } from "../../shared/billing-contract/plan-orders.ts";
import { valueIn, writes } from "../billing-contract/questions.ts";
import { actingScene } from "./support/scene.ts";

const SERVICE = 2101;
const { sql, engine, owner, mails, pass, settled } = await actingScene(
  "DELETE FROM actions",
  "DELETE FROM orders WHERE kind = 'plan_change'",
  "DELETE FROM paid_terms",
  "DELETE FROM cancellations WHERE service_id = 2101",
  // On 2026-11-20, 212 of the 365 days of the term until 2027-06-20 are left.
  `UPDATE services SET plan_id = 'web-plus', plan_name = 'Web Plus', status = 'active', billing_cycle = 'annually',
     recurring_price = 10788, next_due_on = '2027-06-20', domain = 'studio-ana.ca' WHERE id = 2101`,
  "UPDATE accounts SET credit = 2500 WHERE id = 1001",
  "INSERT OR IGNORE INTO saved_cards VALUES (1001, 'demonstration', 'demonstration', '2026-11-29', 0, NULL)",
);
const quoteOf = (planId: string, more?: Partial<PlanChange>) => valueIn(owner.quotePlanChange(SERVICE, planId, more));
const CREDIT_OF_DOWNGRADE = 6266 - 4175;

describe("a quote", () => {
  /** Manually calculated shares for 212 of 365 days: 62.66 of 107.88, 104.48 of 179.88, and 41.75 of 71.88. */
  test.each<[string, Partial<PlanChange>, number, number]>([
    ["web-pro", {}, 10_448 - 6266, 0],
    ["web-start", {}, 0, CREDIT_OF_DOWNGRADE],
    ["web-pro", { billingCycle: "monthly" }, 0, 6266 - 1899],
    ["web-pro", { billingCycle: "biennially" }, 24 * 1379 - 6266, 0],
  ])("for a change to %s with %j has %i due and %i as credit", async (planId, more, dueNow, credit) => {
    const quote = await quoteOf(planId, more);
    expect(quote).toMatchObject({ effectiveOn: "2026-11-20", obstacle: null, service: { id: SERVICE } });
    expect([quote.dueNow.amount, quote.credit.amount]).toEqual([dueNow, credit]);
  });

  test("credits the amount that was paid for the term, which may differ from the price", async () => {
    await sql.run("INSERT INTO paid_terms VALUES (2101, '2026-06-20', '2027-06-20', 5394)");
    // 53.94 × 212 / 365 = 31.329…
    expect((await quoteOf("web-pro")).dueNow.amount).toBe(10_448 - 3133);
  });
});

test("a quote states the price of the following terms", async () => {
  const { renewal } = await quoteOf("web-pro", { billingCycle: "monthly" });
  expect(renewal).toEqual({ amount: 1899, currency: "CAD", billingCycle: "monthly" });
});

const check = (serviceId: number, planId: string, billingCycle: PlanChange["billingCycle"] = null) => {
  const request = { serviceId, planId, billingCycle, expectedPrice: null };
  return engine.changePlan(writes(owner.query, false), request);
};

test.each([
  ["studio-ana.ca", " (studio-ana.ca)"],
  [null, ""],
])(
  "the invoice for a plan change names the plans and the site (%s), and the e-mail names the new plan",
  async (domain, site) => {
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
  },
);

test("a downgrade is done immediately and leaves account credit", async () => {
  await valueIn(owner.changePlan(SERVICE, "web-start", { expectedPrice: 0 }));
  await settled();
  await pass(0);
  expect(await owner.service(SERVICE)).toMatchObject({ planId: "web-start", recurringPrice: 7188 });
  expect(await owner.credit()).toBe(2500 + CREDIT_OF_DOWNGRADE);
});

test("a change from a plan without a current price is treated as a downgrade", async () => {
  await sql.run("DELETE FROM plan_prices WHERE plan_id = 'web-plus' AND currency = 'CAD'");
  expect(await valueIn(check(SERVICE, "web-pro"))).toMatchObject({ isDowngrade: true });
});
