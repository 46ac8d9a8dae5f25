import { expect, test } from "vitest";
import type { SetUpDone, SetUpKind } from "../../shared/operator-contract/billing-operator.ts";
import { valueIn } from "../billing-contract/questions.ts";
import { actingEngine, DAY_MS, MINUTE_MS, NOW } from "./support/acting.ts";
import { loggedErrors } from "./support/scene.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
const { engine, owner, mails, at, pass, settled } = actingEngine(db, {}, { PROVISIONING: "manual" });
const lines = loggedErrors();
const service = (id: number) =>
  sql.row("SELECT status, next_due_on, server, server_user, plan_id FROM services WHERE id = ?", id);
const toDo = async (id: number) => (await engine.listSetUps()).find((row) => row.service === id)?.toDo ?? null;

const created = (service: number): SetUpDone => ({
  ...{ service, what: "create", plan: null, server: null, user: null },
});

/** Orders and pays for a plan. The provider has not set it up yet. */
async function paidPlan(domain: string) {
  const order = await valueIn(owner.orderPlan("web-start", { billingCycle: "monthly", domain }));
  await valueIn(owner.payInvoice(order.invoice?.id ?? 0));
  await settled();
  const id = Number(await sql.value("SELECT service_id FROM orders WHERE id = ?", order.orderId));
  return { id, orderId: order.orderId ?? 0 };
}

test("a paid plan is in progress until the provider sets it up, and its term starts on that day", async () => {
  const { id, orderId } = await paidPlan("set-up.studio-ana.ca");
  await pass(3 * DAY_MS);
  expect(await service(id)).toMatchObject({ status: "pending", next_due_on: null });
  expect(await valueIn(owner.readOrder(orderId))).toMatchObject({
    order: { status: "in_progress", reason: { en: "The provider is setting it up." } },
  });
  expect(await toDo(id)).toBe("create");
  const done = { service: id, what: "create", plan: null, server: "web1", user: "studio" } as const;
  expect(await engine.endSetUp(done, false)).toMatchObject({ isDone: true, text: expect.stringMatching(/active/) });
  expect(await toDo(id), "a preview does nothing").toBe("create");
  mails.sent.length = 0;
  expect(await engine.endSetUp(done, true)).toMatchObject({ isDone: true });
  await settled();
  const due = new Date(at.now);
  due.setUTCMonth(due.getUTCMonth() + 1);
  expect(await service(id)).toMatchObject({
    ...{ status: "active", next_due_on: due.toISOString().slice(0, 10), server: "web1", server_user: "studio" },
  });
  expect(mails.of("orderDone")).toEqual([
    [expect.anything(), expect.anything(), "en", expect.objectContaining({ order: "plan" })],
  ]);
  expect(await engine.endSetUp(done, true)).toMatchObject({
    isDone: false,
    text: expect.stringMatching(/has nothing to set up/),
  });
});

test("if a plan cannot be set up, its order fails, the payment becomes credit and the owner gets an e-mail", async () => {
  const { id, orderId } = await paidPlan("given-up.studio-ana.ca");
  const credit = Number(await sql.value("SELECT credit FROM accounts WHERE id = 1001"));
  const total = Number(
    await sql.value("SELECT total FROM invoices WHERE id = (SELECT invoice_id FROM orders WHERE id = ?)", orderId),
  );
  expect(await engine.failSetUp(id, "No server has room.", true)).toMatchObject({ isDone: true });
  await settled();
  expect(await service(id)).toMatchObject({ status: "cancelled" });
  expect(Number(await sql.value("SELECT credit FROM accounts WHERE id = 1001")) - credit).toBe(total);
  expect(mails.of("orderRefused")).toEqual([
    [expect.anything(), expect.anything(), "en", expect.objectContaining({ reason: "No server has room." })],
  ]);
  expect(await toDo(id)).toBeNull();
});

test("a plan with a refunded payment is cancelled, and no credit is added", async () => {
  await sql.run("UPDATE accounts SET credit = 0 WHERE id = 1001");
  const { id, orderId } = await paidPlan("refunded.studio-ana.ca");
  const payment = await sql.row(
    `SELECT p.reference, i.number AS invoice FROM orders o JOIN invoices i ON i.id = o.invoice_id
      JOIN invoice_payments ip ON ip.invoice_id = i.id JOIN payments p ON p.id = ip.payment_id WHERE o.id = ?`,
    orderId,
  );
  const refund = { reference: String(payment?.reference), invoice: String(payment?.invoice), amount: null };
  expect(await engine.refundPayment(refund, true)).toMatchObject({ isDone: true });
  expect(await engine.failSetUp(id, "No server has room.", true)).toMatchObject({ isDone: false });
  expect(await service(id)).toMatchObject({ status: "cancelled" });
  expect(await sql.value("SELECT credit FROM accounts WHERE id = 1001")).toBe(0);
});

test.each<[SetUpKind, string]>([
  ["suspend", "UPDATE services SET status = 'suspended', changed_at = 1 WHERE id = ?"],
  ["end", "UPDATE services SET status = 'cancelled', changed_at = 1 WHERE id = ?"],
  ["change_plan", "UPDATE services SET set_up_plan_id = plan_id, plan_id = 'web-plus', changed_at = 1 WHERE id = ?"],
])("a change to a service is listed until the provider has made it on the server: %s", async (what, change) => {
  const { id } = await paidPlan(`${what.replace("_", "-")}.studio-ana.ca`);
  await engine.endSetUp(created(id), true);
  expect(await toDo(id)).toBeNull();
  await sql.run(change, id);
  expect(await toDo(id)).toBe(what);
  expect(await engine.failSetUp(id, "no", true)).toMatchObject({
    isDone: false,
    text: expect.stringMatching(/Only a new plan/),
  });
  expect(await engine.endSetUp({ ...created(id), what, plan: "web-plus" }, true)).toMatchObject({ isDone: true });
  expect(await toDo(id)).toBeNull();
});

test("a service that resumes before the provider suspends it on the server needs no work", async () => {
  const { id } = await paidPlan("resumed.studio-ana.ca");
  await engine.endSetUp(created(id), true);
  await sql.run("UPDATE services SET status = 'suspended', changed_at = 1 WHERE id = ?", id);
  await sql.run("UPDATE services SET status = 'active', changed_at = 2 WHERE id = ?", id);
  expect(await toDo(id)).toBeNull();
});

test("a service that was paid before its suspension is recorded must be resumed on the server", async () => {
  const { id } = await paidPlan("paid-since.studio-ana.ca");
  await engine.endSetUp(created(id), true);
  await sql.run("UPDATE services SET status = 'suspended', changed_at = 1 WHERE id = ?", id);
  await sql.run("UPDATE services SET status = 'active', changed_at = 2 WHERE id = ?", id);
  await engine.endSetUp({ ...created(id), what: "suspend" }, true);
  expect(await toDo(id)).toBe("resume");
  await engine.endSetUp({ ...created(id), what: "resume" }, true);
  expect(await toDo(id)).toBeNull();
});

test("while work waits, the operator gets an e-mail at most once an hour, and a log line is written after four hours", async () => {
  const told: object[] = [];
  mails.setUpsWait = async (mail) => void told.push(mail);
  const { id } = await paidPlan("mailed.studio-ana.ca");
  await pass(MINUTE_MS);
  await pass(59 * MINUTE_MS);
  expect(told).toEqual([{ count: 1, hours: 0 }]);
  await pass(MINUTE_MS);
  expect(told.slice(1)).toEqual([{ count: 1, hours: 1 }]);
  expect(lines).toEqual([]);
  await pass(3 * 60 * MINUTE_MS);
  expect(told.slice(2)).toEqual([{ count: 1, hours: 4 }]);
  expect(lines).toMatchObject([{ event: "set_ups_overdue", count: 1, hours: 4 }]);
  await engine.endSetUp(created(id), true);
  await pass(2 * 60 * MINUTE_MS);
  expect(told).toHaveLength(3);
});
