import { beforeEach, describe, expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import type { Placed } from "../../shared/billing-contract/order.ts";
import { refusalWords } from "../../workers/billing/engine/records/orders.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingEngine, DAY_MS, NOW } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";
import { interrupted } from "./support/watched-database.ts";

const SERVICE = 2101;

const { db, sql, owner, at, pass, settled } = await actingScene(
  ...seedStatements(new Date(NOW)),
  "DELETE FROM actions",
  "DELETE FROM orders",
  "DELETE FROM paid_terms",
  `DELETE FROM cancellations WHERE service_id = ${SERVICE}`,
  "UPDATE accounts SET credit = 0 WHERE id = 1001",
);

const dayAfter = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Sets the service's plan, cycle and due date, then runs the scheduled jobs.
 * @param days number of days from the seed's day to the due date
 */
async function due(days: number, billingCycle: BillingCycle = "monthly"): Promise<void> {
  await sql.run(
    `UPDATE services SET plan_id = 'web-start', status = 'active', billing_cycle = ?1, next_due_on = ?2,
         recurring_price = (SELECT amount FROM plan_prices
           WHERE plan_id = 'web-start' AND currency = 'CAD' AND billing_cycle = ?1)
       WHERE id = ${SERVICE}`,
    billingCycle,
    dayAfter(days),
  );
  await on(0);
}

/** Runs the scheduled jobs on a day. @param days number of days since the seed's day */
async function on(days: number): Promise<void> {
  at.now = NOW + days * DAY_MS;
  await pass(0);
}

const change = async (planId: string, billingCycle: BillingCycle | null = null) => {
  const result = await owner.changePlan(SERVICE, planId, { billingCycle });
  await settled();
  return result;
};
const pay = async (of: number | Placed) => {
  const result = await owner.payInvoice(of);
  await settled();
  return result;
};
const service = () => owner.service(SERVICE);
const ordered = (kind: "renew_service" | "plan_change") =>
  sql.rows<{ status: string; invoice_id: number; invoice: string }>(
    `SELECT o.status, o.invoice_id, i.status AS invoice FROM orders o LEFT JOIN invoices i ON i.id = o.invoice_id
       WHERE o.service_id = ? AND o.kind = ? ORDER BY o.id`,
    SERVICE,
    kind,
  );
const newest = async (kind: "renew_service" | "plan_change") => {
  const order = (await ordered(kind)).at(-1);
  if (!order) throw new Error(`no ${kind}`);
  return order;
};
const payRenewal = async () => valueIn(pay((await newest("renew_service")).invoice_id));
const DONE = { status: "done", invoice: "paid" };
const WITHDRAWN = { status: "cancelled", invoice: "cancelled" };

describe("a plan change that is priced for one term", () => {
  test("is withdrawn once the next term is paid, and a new change has the price for the new term", async () => {
    await due(1, "annually");
    const cheap = await valueIn(change("web-pro"));
    expect(cheap.invoice?.subtotal).toBeLessThan(100);
    await payRenewal();
    expect(await newest("plan_change")).toMatchObject(WITHDRAWN);
    expect(await codeOf(pay(cheap))).toBe("refused");
    expect(await service()).toMatchObject({ planId: "web-start" });
    expect((await valueIn(owner.quotePlanChange(SERVICE, "web-pro"))).dueNow.amount).toBeGreaterThan(10_000);
    expect(await owner.credit()).toBe(0);
  });

  test("is withdrawn when its term ends, and no other change can be ordered until the renewal is paid", async () => {
    await due(3);
    const late = await valueIn(change("web-pro", "annually"));
    await on(3);
    expect(await newest("plan_change")).toMatchObject(WITHDRAWN);
    expect(await pay(late)).toMatchObject({ ok: false });
    for (const cycle of [null, "annually"] as const) {
      expect(await codeOf(change("web-pro", cycle))).toBe("not_changeable");
    }
    const quote = await valueIn(owner.quotePlanChange(SERVICE, "web-pro"));
    expect(quote.obstacle?.en).toContain("renewal must be paid first");
    // The unpaid service is still suspended on time, despite the refused attempts.
    expect(await newest("renew_service")).toMatchObject({ status: "open" });
    await on(3 + 8);
    expect(await service()).toMatchObject({ status: "suspended", nextDueDate: dayAfter(3) });
  });

  test("withdraws the old plan's renewal if the change is paid first, and another renewal is invoiced", async () => {
    await due(10);
    const up = await valueIn(change("web-pro"));
    const before = await newest("renew_service");
    await valueIn(pay(up));
    expect(await pay(before.invoice_id)).toMatchObject({ ok: false });
    await on(0);
    expect(await ordered("renew_service")).toMatchObject([{ status: "cancelled" }, { status: "open" }]);
    expect(await service()).toMatchObject({ planId: "web-pro", nextDueDate: dayAfter(10) });
  });
});

test.each(["plan_change", "renew_service"] as const)(
  "a service that will be cancelled at the end of its period has no %s to pay",
  async (kind) => {
    await due(10);
    if (kind === "plan_change") await valueIn(change("web-pro", "annually"));
    const order = await newest(kind);
    await valueIn(owner.cancelService(SERVICE, "end_of_period"));
    expect(await newest(kind)).toMatchObject(WITHDRAWN);
    expect(await codeOf(pay(order.invoice_id))).toBe("refused");
    await on(10);
    expect(await service()).toMatchObject({ status: "cancelled" });
    expect(await owner.credit()).toBe(0);
  },
);

describe("a concurrent payment", () => {
  test.each([
    ["suspends", 8, /SET status = 'suspended'/],
    ["ends", 61, /SET status = \?, next_due_on = NULL/],
  ])("keeps the service when it arrives while a job %s the service", async (_, days, statement) => {
    await due(0);
    const renewal = await newest("renew_service");
    if (days > 60) await on(60);
    let paid = "";
    const meanwhile = async () => {
      paid = await codeOf(pay(renewal.invoice_id));
    };
    at.now = NOW + days * DAY_MS;
    await actingEngine(interrupted(db, statement, meanwhile)).pass(days * DAY_MS);
    expect(paid, "in between").toBe("ok");
    expect(await service()).toMatchObject({ status: "active" });
    expect((await ordered("renew_service"))[0]).toMatchObject(DONE);
  });

  test("for a renewal ends a plan change in progress, whose payment becomes credit", async () => {
    await due(10);
    const up = await valueIn(change("web-pro"));
    const raced = actingEngine(interrupted(db, /UPDATE services SET plan_id = \?/, payRenewal));
    await raced.owner.payInvoice(up);
    await raced.settled();
    expect(await newest("renew_service")).toMatchObject(DONE);
    // The plan change was priced for the previous term, so its whole amount becomes credit, including taxes.
    expect(await newest("plan_change")).toMatchObject({ status: "failed", invoice: "refunded" });
    expect(await owner.credit()).toBe(up.invoice?.total);
    const { en, fr } = refusalWords(
      (await sql.value<string>("SELECT refusal FROM orders WHERE refusal IS NOT NULL")) ?? "",
    );
    expect(en).toContain("the price is no longer valid");
    expect(fr).not.toBe(en);
    const now = await service();
    expect(now?.planId).toBe("web-start");
    expect(now?.nextDueDate && now.nextDueDate > dayAfter(30)).toBe(true);
  });
});

test("an order that cannot be completed stops no other work", async () => {
  await due(20);
  const up = await valueIn(change("web-pro"));
  await sql.run("UPDATE orders SET plan_id = 'gone' WHERE kind = 'plan_change'");
  await sql.run("UPDATE domains SET expires_on = '2020-01-01', status = 'active' WHERE id = 4101");
  expect(await pay(up)).toMatchObject({ ok: true });
  await on(1);
  expect(await newest("plan_change")).toMatchObject({ status: "paid" });
  expect(await sql.value("SELECT tries FROM orders WHERE kind = 'plan_change'")).toBe(1);
  expect(await owner.domain("studio-ana.ca")).not.toMatchObject({ status: "active" });
});

describe("terms that begin on a day that some months do not have", () => {
  const dues = async (months: number) => {
    const seen: unknown[] = [];
    for (let month = 0; month < months; month++) {
      await on(Math.round((Date.parse((await service())?.nextDueDate ?? "") - Date.parse(dayAfter(0))) / DAY_MS));
      await payRenewal();
      seen.push((await service())?.nextDueDate);
    }
    return seen;
  };

  test("return to that day after a shorter month, and follow a due date that an operator has set", async () => {
    await due(41);
    expect(await dues(3)).toEqual(["2027-01-31", "2027-02-28", "2027-03-31"]);
    await sql.run(`UPDATE services SET next_due_on = '2027-04-15' WHERE id = ${SERVICE}`);
    expect(await dues(2)).toEqual(["2027-05-15", "2027-06-15"]);
  });
});

describe("a renewal with a payment in progress", () => {
  let invoice: number;
  beforeEach(async () => {
    await due(1);
    invoice = (await newest("renew_service")).invoice_id;
    await sql.run("UPDATE invoices SET status = 'payment_pending' WHERE id = ?", invoice);
  });
  const statuses = async () => [(await service())?.status, (await owner.invoice(invoice))?.status];

  test("suspends its service like an unpaid renewal, until the money arrives", async () => {
    await on(8);
    expect(await statuses()).toEqual(["active", "payment_pending"]);
    await on(9);
    expect(await statuses()).toEqual(["suspended", "payment_pending"]);
    expect(await pay(invoice)).toMatchObject({ ok: true, value: { status: "paid" } });
    expect(await service()).toMatchObject({ status: "active", nextDueDate: expect.any(String) });
  });

  test("adds account credit only once if the money arrives after the service has ended", async () => {
    await on(62);
    expect(await statuses(), "it may still come").toEqual(["terminated", "payment_pending"]);
    expect(await service()).toMatchObject({ nextDueDate: null });
    expect(await Promise.all([pay(invoice), pay(invoice)])).toContainEqual(
      expect.objectContaining({ ok: true, value: expect.objectContaining({ status: "refunded", balanceDue: 0 }) }),
    );
    const total = (await owner.invoice(invoice))?.total;
    expect(await owner.credit()).toBe(total);
    expect(await codeOf(pay(invoice))).toBe("refused");
    expect(await owner.credit()).toBe(total);
    expect(await statuses()).toEqual(["terminated", "refunded"]);
  });

  test("is cancelled more than 120 days after its due date if the service was cancelled and no money arrived", async () => {
    await valueIn(owner.cancelService(SERVICE, "immediately"));
    expect(await statuses()).toEqual(["cancelled", "payment_pending"]);
    await on(121);
    expect(await statuses()).toEqual(["cancelled", "payment_pending"]);
    await on(122);
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);
    expect(await owner.credit()).toBe(0);
  });
});
