import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import { refusalWords } from "../../workers/billing/engine/records/order-refusals.ts";
import { type ActingEngine, actingEngine, acts, NOW } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { interrupted } from "./support/watched-database.ts";

const DAY_MS = 86_400_000;
const SERVICE = 2101;
/** The id of a run of scheduled work. */
const RUN = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const { db, sql } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
beforeEach(async () => {
  acting = actingEngine(db);
  const reset = [
    "DELETE FROM actions",
    "DELETE FROM orders",
    "DELETE FROM paid_terms",
    `DELETE FROM cancellations WHERE service_id = ${SERVICE}`,
    "UPDATE accounts SET credit = 0 WHERE id = 1001",
  ];
  const statements = [...seedStatements(new Date(NOW)), ...reset];
  await db.batch(statements.map((statement) => db.prepare(statement)));
});

const invoices = asks(LOGINS.owner, 1001, "invoices");
const products = asks(LOGINS.owner, 1001, "products");
const dayAfter = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

/** The service as one of the plan and cycle, due so many days after the seed's day, with its renewal where it has come. */
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

/** Lets what is due on that day happen. */
async function on(days: number): Promise<void> {
  acting.at.now = NOW + days * DAY_MS;
  await acting.engine.runScheduledJobs();
  await acting.settled();
}

const change = async (planId: string, billingCycle: BillingCycle | null = null) => {
  const result = await acting.engine.changePlan(acts(), {
    ...{ serviceId: SERVICE, planId, billingCycle },
    expectedPrice: null,
  });
  await acting.settled();
  return result;
};
const pay = async (invoice: number) => {
  const result = await acting.engine.payInvoice(invoices, invoice);
  await acting.settled();
  return result;
};
const cancelAtEnd = () =>
  valueIn(acting.engine.cancelService(acts(), { serviceId: SERVICE, when: "end_of_period", reason: null }));
const service = () => sql.row("SELECT status, plan_id, next_due_on FROM services WHERE id = ?", SERVICE);
const credit = () => sql.value<number>("SELECT credit FROM accounts WHERE id = 1001");
const ordered = async (kind: "renew_service" | "plan_change") => {
  const results = await sql.rows<{ status: string; invoice_id: number; invoice: string }>(
    `SELECT o.status, o.invoice_id, i.status AS invoice FROM orders o LEFT JOIN invoices i ON i.id = o.invoice_id
       WHERE o.service_id = ? AND o.kind = ? ORDER BY o.id`,
    SERVICE,
    kind,
  );
  return results;
};
const newest = async (kind: "renew_service" | "plan_change") => {
  const order = (await ordered(kind)).at(-1);
  if (!order) throw new Error(`no ${kind}`);
  return order;
};

describe("a change that was priced for a term", () => {
  test("is withdrawn once the next term is paid, and costs what that term does when it is asked for anew", async () => {
    await due(1, "annually");
    const cheap = await valueIn(change("web-pro"));
    expect(cheap.invoice?.subtotal).toBeLessThan(100);
    await valueIn(pay((await newest("renew_service")).invoice_id));
    expect(await newest("plan_change")).toMatchObject({ status: "cancelled", invoice: "cancelled" });
    expect(await pay(cheap.invoice?.id ?? 0)).toMatchObject({ ok: false, problem: { code: "refused" } });
    expect(await service()).toMatchObject({ plan_id: "web-start" });
    const dear = await valueIn(acting.engine.quotePlanChange(products, quoted("web-pro")));
    expect(dear.dueNow.amount).toBeGreaterThan(10_000);
    expect(await credit()).toBe(0);
  });

  test("up and down again makes no credit out of nothing", async () => {
    await due(1, "annually");
    await valueIn(pay((await newest("renew_service")).invoice_id));
    const up = await valueIn(change("web-pro"));
    await valueIn(pay(up.invoice?.id ?? 0));
    await valueIn(change("web-start"));
    expect(await credit()).toBe(up.invoice?.subtotal);
  });

  test("is withdrawn with the term it was priced for, and none can be ordered after it", async () => {
    await due(3);
    const late = await valueIn(change("web-pro", "annually"));
    await on(3);
    expect(await newest("plan_change")).toMatchObject({ status: "cancelled", invoice: "cancelled" });
    expect(await pay(late.invoice?.id ?? 0)).toMatchObject({ ok: false });
    for (const [plan, cycle] of [
      ["web-pro", null],
      ["web-pro", "annually"],
    ] as const) {
      expect(await change(plan, cycle)).toMatchObject({ ok: false, problem: { code: "not_changeable" } });
    }
    const quote = await valueIn(acting.engine.quotePlanChange(products, quoted("web-pro")));
    expect(quote.obstacle?.en).toContain("renewal has to be paid first");
    // What is not paid is suspended on its day, whatever was tried meanwhile.
    expect(await newest("renew_service")).toMatchObject({ status: "open" });
    await on(3 + 8);
    expect(await service()).toMatchObject({ status: "suspended", next_due_on: dayAfter(3) });
  });

  test("done first, it withdraws the renewal of the plan before; the next one is at the new price", async () => {
    await due(10);
    const up = await valueIn(change("web-pro"));
    const before = await newest("renew_service");
    await valueIn(pay(up.invoice?.id ?? 0));
    expect(await pay(before.invoice_id)).toMatchObject({ ok: false });
    await on(0);
    expect(await ordered("renew_service")).toMatchObject([{ status: "cancelled" }, { status: "open" }]);
    expect(await service()).toMatchObject({ plan_id: "web-pro", next_due_on: dayAfter(10) });
  });

  test("credits every day that is paid, those of a term that was renewed early too", async () => {
    await due(14);
    const toAnnually = { serviceId: SERVICE, planId: "web-start", billingCycle: "annually" } as const;
    const before = await valueIn(acting.engine.quotePlanChange(products, toAnnually));
    const renewal = await newest("renew_service");
    const paid = await valueIn(pay(renewal.invoice_id));
    const after = await valueIn(acting.engine.quotePlanChange(products, toAnnually));
    expect(before.dueNow.amount - after.dueNow.amount).toBe(paid.subtotal);
  });
});

describe("a service that is being cancelled at the end of its period", () => {
  test.each(["plan_change", "renew_service"] as const)("has no %s left to pay", async (kind) => {
    await due(10);
    if (kind === "plan_change") await valueIn(change("web-pro", "annually"));
    const order = await newest(kind);
    await cancelAtEnd();
    expect(await newest(kind)).toMatchObject({ status: "cancelled", invoice: "cancelled" });
    expect(await pay(order.invoice_id)).toMatchObject({ ok: false, problem: { code: "refused" } });
    await on(10);
    expect(await service()).toMatchObject({ status: "cancelled" });
    expect(await credit()).toBe(0);
  });
});

describe("somebody else comes in between", () => {
  test.each([
    ["suspends", 8, /SET status = 'suspended'/],
    ["ends", 61, /SET status = \?, next_due_on = NULL/],
  ])("a payment while the clock %s the service keeps it", async (_, days, statement) => {
    await due(0);
    const renewal = await newest("renew_service");
    if (days > 60) await on(60);
    acting.at.now = NOW + days * DAY_MS;
    let paid = false;
    const clock = actingEngine(
      interrupted(db, statement, async () => {
        paid = (await pay(renewal.invoice_id)).ok;
      }),
    );
    clock.at.now = acting.at.now;
    await clock.engine.runScheduledJobs();
    expect(paid, "in between").toBe(true);
    expect(await service()).toMatchObject({ status: "active" });
    expect((await ordered("renew_service"))[0]).toMatchObject({ status: "done", invoice: "paid" });
  });

  test("a renewal that is done while a change is being done takes nothing of what was paid", async () => {
    await due(10);
    const up = await valueIn(change("web-pro"));
    const renewal = await newest("renew_service");
    const other = actingEngine(interrupted(db, /UPDATE services SET plan_id = \?/, () => pay(renewal.invoice_id)));
    other.at.now = acting.at.now;
    await other.engine.payInvoice(invoices, up.invoice?.id ?? 0);
    await other.settled();
    expect(await newest("renew_service")).toMatchObject({ status: "done", invoice: "paid" });
    // The change's price held for the term before: it is given back whole, taxes included.
    expect(await newest("plan_change")).toMatchObject({ status: "failed", invoice: "refunded" });
    expect(await credit()).toBe(up.invoice?.total);
    const reason = await sql.value<string>("SELECT reason FROM order_refusals");
    const { en, fr } = refusalWords(reason ?? "");
    expect(en).toContain("its price no longer holds");
    expect(fr).not.toBe(en);
    const now = (await service()) as { plan_id: string; next_due_on: string };
    expect(now.plan_id).toBe("web-start");
    expect(now.next_due_on > dayAfter(30)).toBe(true);
  });
});

test("an order that cannot be done keeps nothing else from being done", async () => {
  await due(20);
  const up = await valueIn(change("web-pro"));
  await db.batch([
    db.prepare("UPDATE orders SET plan_id = 'gone' WHERE kind = 'plan_change'"),
    db.prepare("UPDATE domains SET expires_on = '2020-01-01', status = 'active' WHERE id = 4101"),
  ]);
  expect(await pay(up.invoice?.id ?? 0)).toMatchObject({ ok: true });
  await on(1);
  expect(await newest("plan_change")).toMatchObject({ status: "paid" });
  expect(await sql.value("SELECT tries FROM orders WHERE kind = 'plan_change'")).toBe(1);
  expect(await sql.value("SELECT status FROM domains WHERE id = 4101")).not.toBe("active");
});

function quoted(planId: string) {
  return { serviceId: SERVICE, planId, billingCycle: null };
}

describe("terms that begin on a day that not every month has", () => {
  const dues = async (months: number) => {
    const seen: unknown[] = [];
    for (let month = 0; month < months; month++) {
      const { next_due_on: due } = (await service()) as { next_due_on: string };
      await on(Math.round((Date.parse(due) - Date.parse(dayAfter(0))) / DAY_MS));
      await valueIn(pay((await newest("renew_service")).invoice_id));
      seen.push((await service())?.next_due_on);
    }
    return seen;
  };

  test("keep it: from the 31st to 28 February, then to 31 March", async () => {
    await due(41);
    expect(await service()).toMatchObject({ next_due_on: "2026-12-31" });
    expect(await dues(4)).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
  });

  test("take another day where the due date was set by hand", async () => {
    await due(41);
    expect(await dues(2)).toEqual(["2027-01-31", "2027-02-28"]);
    await sql.run(`UPDATE services SET next_due_on = '2027-03-15' WHERE id = ${SERVICE}`);
    expect(await dues(2)).toEqual(["2027-04-15", "2027-05-15"]);
  });
});

describe("a renewal whose payment is on its way", () => {
  const pending = async () => {
    await due(1);
    const { invoice_id: invoice } = await newest("renew_service");
    await sql.run("UPDATE invoices SET status = 'payment_pending' WHERE id = ?", invoice);
    return invoice;
  };
  const invoiceOf = (id: number) => sql.value("SELECT status FROM invoices WHERE id = ?", id);
  const total = (id: number) =>
    sql.value<number>(
      "SELECT subtotal + (SELECT coalesce(sum(amount), 0) FROM invoice_taxes WHERE invoice_id = ?1) AS total FROM invoices WHERE id = ?1",
      id,
    );

  test("is suspended and ended like an unpaid one, and goes on when the money comes in between", async () => {
    const invoice = await pending();
    await on(8);
    expect(await service()).toMatchObject({ status: "active" });
    await on(9);
    expect(await service()).toMatchObject({ status: "suspended" });
    expect(await pay(invoice)).toMatchObject({ ok: true, value: { status: "paid" } });
    expect(await service()).toMatchObject({ status: "active", next_due_on: expect.any(String) });
  });

  test("is credit when it comes after the service has ended, and once", async () => {
    const invoice = await pending();
    await on(62);
    expect(await service()).toMatchObject({ status: "terminated", next_due_on: null });
    expect(await invoiceOf(invoice), "it may come still").toBe("payment_pending");
    expect(await Promise.all([pay(invoice), pay(invoice)])).toContainEqual(
      expect.objectContaining({ ok: true, value: expect.objectContaining({ status: "refunded", balanceDue: 0 }) }),
    );
    expect(await credit()).toBe(await total(invoice));
    expect(await pay(invoice)).toMatchObject({ ok: false, problem: { code: "refused" } });
    expect(await credit()).toBe(await total(invoice));
    expect(await service()).toMatchObject({ status: "terminated" });
  });

  test("is credit when it comes after a cancellation, and is given up where it never comes", async () => {
    const invoice = await pending();
    await valueIn(acting.engine.cancelService(acts(), { serviceId: SERVICE, when: "immediately", reason: null }));
    expect(await invoiceOf(invoice)).toBe("payment_pending");
    await on(121);
    expect(await invoiceOf(invoice)).toBe("payment_pending");
    await on(122);
    expect(await invoiceOf(invoice)).toBe("cancelled");
    expect(await credit()).toBe(0);
  });
});

describe("one row that cannot be written", () => {
  const lines: string[] = [];
  const before = console.error;
  beforeEach(() => {
    lines.length = 0;
    console.error = (line: string) => lines.push(line);
  });
  afterEach(async () => {
    console.error = before;
    await sql.run("DROP TRIGGER IF EXISTS fails");
  });
  const trigger = (message: string) =>
    sql.run(`CREATE TRIGGER fails BEFORE UPDATE OF status ON services WHEN OLD.id = ${SERVICE}
         BEGIN SELECT RAISE(ABORT, '${message}'); END`);

  test.each([
    [
      "a constraint that nobody's change explains",
      "CHECK constraint failed: services.secret",
      "CHECK constraint failed: services.secret",
    ],
    ["another error", "the words of another party", undefined],
  ])("keeps no other row and no later step from being done, and is logged: %s", async (_, message, constraint) => {
    await due(1);
    // A second one of the same account, and a name that comes in a later step.
    await sql.run(
      "UPDATE services SET status = 'active', next_due_on = ?, billing_cycle = 'monthly' WHERE id = 2102",
      dayAfter(1),
    );
    await sql.run("UPDATE invoices SET status = 'unpaid', due_on = ? WHERE id = 6109", dayAfter(1));
    await sql.run(
      "INSERT OR REPLACE INTO orders (id, account_id, kind, status, placed_at, invoice_id, service_id) VALUES (6109, 1001, 'renew_service', 'open', '2026-11-20T00:00:00Z', 6109, 2102)",
    );
    await sql.run(
      "UPDATE domains SET expires_on = ?, status = 'active', auto_renew = 0 WHERE name = 'ana.dev'",
      dayAfter(5),
    );
    await trigger(message);
    await on(9);
    await on(9);
    expect(await service()).toMatchObject({ status: "active" });
    expect(await sql.value("SELECT status FROM services WHERE id = 2102")).toBe("suspended");
    expect(await sql.value("SELECT status FROM domains WHERE name = 'ana.dev'")).toBe("grace");
    const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "row_failed");
    expect(logged).toContainEqual({
      event: "row_failed",
      request_id: RUN,
      account: 1001,
      step: "service_is_suspended",
      service: SERVICE,
      cause: expect.objectContaining({
        name: expect.any(String),
        code: expect.stringMatching(/^(?:D1|SQLITE)_/),
        where: expect.any(String),
        ...(constraint && { constraint }),
      }),
    });
    expect(lines.join("\n")).not.toContain("another party");
  });

  test("an action whose constraint fails though nothing has changed is an error in the log, not sixty tries", async () => {
    await due(1);
    await sql.run(
      `CREATE TRIGGER fails BEFORE INSERT ON cancellations BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: x'); END`,
    );
    const cancelled = acting.engine.cancelService(
      { ...acts(), requestId: "r-cancel" },
      { serviceId: SERVICE, when: "immediately", reason: null },
    );
    expect(await cancelled).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        event: "action_failed",
        request_id: "r-cancel",
        account: 1001,
        operation: "cancelService",
        cause: expect.objectContaining({
          name: "RevisionConflict",
          code: expect.stringMatching(/^(?:D1|SQLITE)_/),
          where: expect.stringContaining("account-store.ts"),
          constraint: "CHECK constraint failed: x",
        }),
      },
    ]);
  });

  test("a paid order that waits is logged with its account, its age and how often it was tried", async () => {
    const placed = await valueIn(
      acting.engine.orderDomain(acts(), {
        ...{ domain: "free-waits-long.com", type: "register", years: 1, availability: "available", authCode: null },
        ...{ acceptTerms: "2026-09-01", fields: {}, expectedPrice: null },
      }),
    );
    acting.registrar.available = false;
    await valueIn(acting.engine.payInvoice({ ...invoices, requestId: "r-pay" }, placed.invoice?.id ?? 0));
    await acting.settled();
    await on(1);
    const waits = {
      event: "order_not_done_yet",
      account: 1001,
      order: placed.orderId,
      kind: "register",
      why: "registrar_unavailable",
    };
    const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "order_not_done_yet");
    expect(logged).toEqual([
      { ...waits, request_id: "r-pay", placed_at: "2026-11-20T15:00:00Z", age_hours: 0, tries: 1 },
      { ...waits, request_id: RUN, placed_at: "2026-11-20T15:00:00Z", age_hours: 24, tries: 2 },
    ]);
    expect(lines.join("\n")).not.toContain("free-waits-long");
  });
});
