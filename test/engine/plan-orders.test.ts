import { describe, expect, test } from "vitest";
import type { PlanOrder } from "../../shared/billing-contract/plan-orders.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingScene } from "./support/scene.ts";

const { sql, owner, at } = await actingScene();

describe("a quote", () => {
  test("of a cycle without discount, and of a discount that is over", async () => {
    const monthly = await valueIn(owner.quotePlanOrder("web-plus", { billingCycle: "monthly" }));
    expect(monthly).toMatchObject({ firstPayment: { amount: 1199, covers: "monthly" }, discount: null });
    const before = await valueIn(owner.quotePlanOrder("web-pro"));
    at.now = Date.parse("2027-04-01T12:00:00Z");
    const after = await valueIn(owner.quotePlanOrder("web-pro"));
    expect([before.firstPayment.amount, after.firstPayment.amount]).toEqual([8994, 17_988]);
  });

  test.each<[string, Partial<PlanOrder>, RegExp]>([
    ["no-such-plan", {}, /^There is no such plan\. Plans: web-start, web-plus, .*\.$/],
    ["web-plus", { billingCycle: "free" }, /^The plan web-plus is not sold with .* cycles: .*monthly.*\.$/],
    [
      "web-max",
      {},
      /^The plan web-max is not sold in CAD, the currency of the account\. Plans sold in it: (?!.*web-max).*\.$/,
    ],
  ])("of %s with %j, which is not sold, tells why", async (planId, more, en) => {
    await sql.run("DELETE FROM plan_prices WHERE plan_id = 'web-max' AND currency = 'CAD'");
    const problem = { code: "not_offered", reason: { en: expect.stringMatching(en) } };
    expect(await owner.quotePlanOrder(planId, more)).toMatchObject({ problem });
  });
});

describe("a site that has a service", () => {
  const add =
    "INSERT INTO services (id, account_id, plan_id, plan_name, domain, status, billing_cycle, recurring_price)";
  const on = async (domain: string, status: string, id: number, planId = "web-plus") =>
    sql.run(`${add} VALUES (?, 1001, ?, 'Web Plus', ?, ?, 'monthly', 899)`, id, planId, domain, status);

  test.each([
    ["site-has-it.ca", "site-has-it.ca", "active"],
    ["www.site-named.ca", "site-named.ca", "suspended"],
    ["site-www.ca", "www.site-www.ca", "active"],
  ])("for %s, ordered on the same plan for %s, is already requested and named", async (has, domain, status) => {
    const id = 8000 + has.length;
    await on(has, status, id);
    const en = expect.stringContaining(`already has this plan: service ${id} (Web Plus).`);
    const problem = { code: "already_requested", reason: { en } };
    expect(await owner.orderPlan("web-plus", { domain })).toMatchObject({ ok: false, problem });
    const { siteNote } = await valueIn(owner.quotePlanOrder("web-plus", { domain }));
    expect(siteNote).toMatchObject({ en, fr: expect.stringContaining("Une commande serait refusée.") });
  });

  test("is quoted another plan with a note, and gets it", async () => {
    await on("site-other.ca", "active", 8100);
    const { siteNote } = await valueIn(owner.quotePlanOrder("web-pro", { domain: "www.site-other.ca" }));
    expect(siteNote?.en).toMatch(/^www\.site-other\.ca already has a service: 8100 \(Web Plus\)\. A plan change/);
    expect(await codeOf(owner.orderPlan("web-pro", { domain: "site-other.ca" }))).toBe("ok");
  });

  test("that ended hinders nothing", async () => {
    await on("site-ended.ca", "terminated", 8200);
    expect(await valueIn(owner.quotePlanOrder("web-plus", { domain: "site-ended.ca" }))).toMatchObject({
      siteNote: null,
    });
    expect(await codeOf(owner.orderPlan("web-plus", { domain: "site-ended.ca" }))).toBe("ok");
  });
});

describe("an order", () => {
  const PAID_PLAN = { domain: "paid-plan.ca", expectedPrice: 5394 };

  test("of a site that is on order is already requested, whoever has its name by now", async () => {
    const site = { ...PAID_PLAN, domain: "on-order.ca" };
    await valueIn(owner.orderPlan("web-plus", site, "first"));
    await sql.run(
      "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1004, ?, 'active', 0)",
      site.domain,
    );
    expect(await codeOf(owner.orderPlan("web-plus", site, "second"))).toBe("already_requested");
    const www = { ...site, domain: "www.on-order.ca" };
    expect(await codeOf(owner.orderPlan("web-plus", www, "third"))).toBe("already_requested");
  });

  test("leaves a pending service and an invoice that lists the discount; paid, it is active for its term", async () => {
    const placed = await valueIn(owner.orderPlan("web-plus", PAID_PLAN, "plan"));
    // 53.94: GST 2.697 → 2.70, QST 5.380515 → 5.38
    expect(placed).toMatchObject({ billingCycle: "annually", invoice: { subtotal: 5394, total: 6202 } });
    expect(await owner.service(placed.serviceId)).toMatchObject({ status: "pending", domain: "paid-plan.ca" });
    const lines = "SELECT value ->> 'amount' AS amount FROM invoices i, json_each(i.lines) WHERE i.id = ?";
    expect(await sql.rows(lines, placed.invoice?.id)).toEqual([{ amount: 10_788 }, { amount: -5394 }]);

    await valueIn(owner.payInvoice(placed));
    const active = { status: "active", nextDueDate: "2027-11-20", recurringPrice: 10_788 };
    expect(await owner.service(placed.serviceId)).toMatchObject(active);
    const term = await sql.row("SELECT * FROM paid_terms WHERE service_id = ?", placed.serviceId);
    expect(term).toMatchObject({ starts_on: "2026-11-20", ends_on: "2027-11-20", amount: 5394 });
  });

  test("the same reference gives the same answer, also after it was paid", async () => {
    const again = await valueIn(owner.orderPlan("web-plus", PAID_PLAN, "plan"));
    expect(again).toMatchObject({ invoice: { status: "unpaid", total: 6202 } });
    expect(await owner.services({ domain: "paid-plan.ca" })).toHaveLength(1);
  });
});
