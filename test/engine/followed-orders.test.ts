import { describe, expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, valueIn, writes } from "../billing-contract/questions.ts";
import { actingEngine, DAY_MS, NOW } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { db, sql, owner, customer, registrar, pass, settled } = await actingScene(
  ...seedStatements(new Date(NOW)),
  "UPDATE accounts SET credit = 0",
);
const other = customer(LOGINS.totp, 1003);
/** A service with a term until 2027-06-20. */
const SERVICE = 2101;

const follow = async (id: number | null, by = owner) => (await valueIn(by.readOrder(id))).order;
const newestOrder = (kind: string) =>
  sql.value<number>("SELECT max(id) FROM orders WHERE account_id = 1001 AND kind = ?", kind);
const orderedChange = async () =>
  (await valueIn(owner.changePlan(SERVICE, "web-pro", { expectedPrice: 4182 }))).orderId;

describe("an unpaid order", () => {
  test("lapses with its invoice once the invoice is more than seven days overdue", async () => {
    const { orderId } = await valueIn(owner.orderDomain("free-lapse.com"));
    await pass(14 * DAY_MS);
    expect(await follow(orderId)).toMatchObject({ status: "awaiting_payment", invoice: { overdue: true } });
    await pass(DAY_MS);
    const lapsed = { status: "lapsed", invoice: { status: "cancelled" }, actionRequired: null, reason: null };
    expect(await follow(orderId)).toMatchObject(lapsed);
  });

  test("for a plan change lapses when the service's current term ends", async () => {
    const orderId = await orderedChange();
    await sql.run("UPDATE services SET next_due_on = '2026-11-22' WHERE id = ?", SERVICE);
    await pass(2 * DAY_MS);
    expect(await follow(orderId)).toMatchObject({ status: "lapsed" });
  });

  test("is cancelled when the customer cancels the service", async () => {
    const orderId = await orderedChange();
    await valueIn(owner.cancelService(SERVICE, "immediately"));
    const cancelled = { status: "cancelled", invoice: { status: "cancelled" }, actionRequired: null };
    const reason = { en: expect.stringContaining("its service or domain name had changed or ended") };
    expect(await follow(orderId)).toMatchObject({ ...cancelled, reason });
    await pass(60 * DAY_MS);
    expect(await follow(orderId), "it does not lapse afterwards").toMatchObject(cancelled);
  });

  test("reports a payment in progress, and that the payment becomes credit if the order ends first", async () => {
    const orderId = await orderedChange();
    await sql.run("UPDATE invoices SET status = 'payment_pending' WHERE id = (SELECT max(id) FROM invoices)");
    const pending = { status: "awaiting_payment", actionRequired: null };
    expect(await follow(orderId)).toMatchObject({ ...pending, reason: { en: expect.stringContaining("in progress") } });
    await valueIn(owner.cancelService(SERVICE, "immediately"));
    const late = { status: "cancelled", reason: { en: expect.stringContaining("becomes account credit") } };
    expect(await follow(orderId)).toMatchObject(late);
  });

  test("reports no invoice and no payment in progress while its invoice is a draft", async () => {
    const { orderId, invoice } = await valueIn(owner.orderPlan("web-start"));
    await sql.run("UPDATE invoices SET status = 'draft' WHERE id = ?", invoice?.id ?? 0);
    const reason = { en: expect.stringContaining("no invoice that can be paid yet") };
    expect(await follow(orderId)).toMatchObject({
      ...{ status: "awaiting_payment", invoice: null, actionRequired: null, reason },
    });
    await sql.run("UPDATE invoices SET status = 'unpaid' WHERE id = ?", invoice?.id ?? 0);
  });

  test("requests no payment once another customer has paid for the domain", async () => {
    const { orderId } = await valueIn(owner.orderDomain("free-taken-first.com"));
    await valueIn(other.payInvoice(await valueIn(other.orderDomain("free-taken-first.com"))));
    const reason = { en: expect.stringContaining("paid first") };
    expect(await follow(orderId)).toMatchObject({ status: "awaiting_payment", actionRequired: null, reason });
  });
});

describe("a paid order", () => {
  test("stays paid while the registrar is unavailable, and completes afterwards", async () => {
    registrar.available = false;
    const placed = await valueIn(owner.orderDomain("free-late.com"));
    await valueIn(owner.payInvoice(placed));
    expect(await follow(placed.orderId)).toMatchObject({ status: "paid", actionRequired: null, reason: null });
    registrar.available = true;
    await pass(DAY_MS);
    expect(await follow(placed.orderId)).toMatchObject({ status: "completed", invoice: { status: "paid" } });
  });

  test("is refused with the registrar's reason, and its invoice is refunded", async () => {
    registrar.refusal = "The name is sold at a special price.";
    const placed = await valueIn(owner.orderDomain("free-refused.com"));
    await valueIn(owner.payInvoice(placed));
    expect(await follow(placed.orderId)).toMatchObject({
      ...{ status: "refused", invoice: { status: "refunded" }, actionRequired: null },
      reason: { en: "The name is sold at a special price.", fr: "Le nom est vendu à un prix spécial." },
    });
  });

  test("for a transfer is in progress until the registries complete it", async () => {
    const placed = await valueIn(owner.orderDomain("taken-in.com", TRANSFER));
    await valueIn(owner.payInvoice(placed));
    expect(await follow(placed.orderId)).toMatchObject({ status: "in_progress" });
    registrar.completeTransfers();
    await pass(DAY_MS);
    expect(await follow(placed.orderId)).toMatchObject({ status: "completed" });
    // The registrar reports no registration date for the domain, so only the transfer date counts.
    const problem = { code: "not_allowed", reason: { en: expect.stringContaining("transferred less than 60 days") } };
    expect(await owner.transferDomainOut("taken-in.com")).toMatchObject({ problem });
  });

  test("waits while no registrar is connected, and gives that reason", async () => {
    const { engine, customer: customerHere } = actingEngine(db, { registrar: null });
    const here = customerHere(LOGINS.owner, 1001);
    const placed = await valueIn(here.orderDomain("free-nobody.com"));
    await valueIn(engine.payInvoice(writes(here.query, true), placed.invoice?.id ?? 0));
    expect((await valueIn(here.readOrder(placed.orderId))).order).toMatchObject({
      status: "paid",
      reason: { en: expect.stringContaining("connected a registrar") },
    });
  });
});

test("an order with nothing due is in progress until its work is done, and then completed", async () => {
  await sql.run("UPDATE extension_prices SET register = 0 WHERE tld = '.com'");
  registrar.available = false;
  const { orderId } = await valueIn(owner.orderDomain("free-of-charge.com"));
  await settled();
  const free = { invoice: null, actionRequired: null };
  expect(await follow(orderId)).toMatchObject({ ...free, status: "in_progress" });
  registrar.available = true;
  await pass(DAY_MS);
  expect(await follow(orderId)).toMatchObject({ ...free, status: "completed" });
});

describe("orders that scheduled work placed", () => {
  test("an automatic domain renewal can be read as an order, but a service renewal cannot", async () => {
    // Domain 4101 renews automatically, and service 2102 has monthly terms.
    await pass(200 * DAY_MS);
    expect(await follow(await newestOrder("renew_domain"))).toMatchObject({ subject: { kind: "renewal" } });
    expect(await codeOf(owner.readOrder(await newestOrder("renew_service")))).toBe("not_found");
  });
});
