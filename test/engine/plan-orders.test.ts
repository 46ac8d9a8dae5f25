import { describe, expect, test } from "vitest";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingScene } from "./support/scene.ts";

const { sql, owner, at } = await actingScene();

describe("a quote", () => {
  test("has the full price for a cycle without a discount, and after the discount has ended", async () => {
    const monthly = await valueIn(owner.quotePlanOrder("web-plus", { billingCycle: "monthly" }));
    expect(monthly).toMatchObject({ firstPayment: { amount: 1199, covers: "monthly" }, discount: null });
    const before = await valueIn(owner.quotePlanOrder("web-pro"));
    at.now = Date.parse("2027-04-01T12:00:00Z");
    const after = await valueIn(owner.quotePlanOrder("web-pro"));
    expect([before.firstPayment.amount, after.firstPayment.amount]).toEqual([8994, 17_988]);
  });
});

describe("an order", () => {
  const PAID_PLAN = { domain: "paid-plan.ca", expectedPrice: 5394 };

  test("is already requested if the site is on order, even if another account gets the domain afterwards", async () => {
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

  test("creates a pending service and an invoice with the discount, and payment activates the service for its term", async () => {
    const placed = await valueIn(owner.orderPlan("web-plus", PAID_PLAN, "plan"));
    // On 53.94, GST of 2.697 is rounded to 2.70, and QST of 5.380515 to 5.38.
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

  test("for a plan with a single payment creates a service without a due date", async () => {
    await sql.run("INSERT INTO plan_prices VALUES ('web-plus', 'CAD', 'one_time', 9900, 0)");
    const placed = await valueIn(owner.orderPlan("web-plus", { billingCycle: "one_time", domain: "paid-once.ca" }));
    await valueIn(owner.payInvoice(placed));
    expect(await owner.service(placed.serviceId)).toMatchObject({ status: "active", nextDueDate: null });
  });
});
