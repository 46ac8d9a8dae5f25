import { expect, test } from "vitest";
import { RevisionConflict } from "../../workers/billing/engine/store/account-store.ts";
import { LOGINS, valueIn, writes } from "../billing-contract/questions.ts";
import { NOW } from "./support/acting.ts";
import { engineAt } from "./support/engine.ts";
import { actingScene } from "./support/scene.ts";
import { watchedDatabase } from "./support/watched-database.ts";

const { db, engine, sql, customer, owner, registrar, mails, settled } = await actingScene(
  "UPDATE accounts SET credit = 0 WHERE id IN (1001, 1003)",
);
const other = customer(LOGINS.totp, 1003);
let references = 0;

/** Orders a domain for 12.99 USD, without taxes. */
async function ordered(name: string) {
  const { invoice, orderId } = await valueIn(other.orderDomain(name));
  const number = invoice?.number ?? "";
  const record = (amount: number, reference = `transfer-${++references}`, receivedOn: string | null = null) =>
    engine.recordPayment({ invoice: number, amount, reference, receivedOn }, true);
  const status = () => sql.value("SELECT status FROM invoices WHERE number = ?", number);
  return { id: invoice?.id ?? 0, orderId, number, record, status };
}
const credit = () => sql.value("SELECT credit FROM accounts WHERE id = 1003");

test("a payment of the due amount pays the invoice, and completes its order", async () => {
  const order = await ordered("free-paid-by-transfer.com");
  const preview = { invoice: order.number, amount: 1299, reference: "preview", receivedOn: "2026-11-20" };
  expect(await engine.recordPayment(preview, false)).toMatchObject({
    isDone: true,
    text: expect.stringMatching(/The invoice would be paid\.$/),
  });
  expect(await order.status()).toBe("unpaid");
  expect(await order.record(1299, "bank-1", "2026-11-18")).toEqual({
    isDone: true,
    text: `12.99 USD for invoice ${order.number} of account 1003, which has 12.99 USD due. The invoice is paid.`,
  });
  await settled();
  expect(await sql.row("SELECT status, paid_on FROM invoices WHERE number = ?", order.number)).toEqual({
    ...{ status: "paid", paid_on: "2026-11-18" },
  });
  expect(registrar.domains.has("free-paid-by-transfer.com")).toBe(true);
});

test("a reference is recorded once, even by ten simultaneous calls for two accounts", async () => {
  const order = await ordered("free-once-recorded.com");
  const elsewhere = { invoice: "2026-6106", amount: 1299, reference: "bank-2", receivedOn: null };
  const record = (number: number) =>
    number % 2 === 0 ? order.record(1299, "bank-2") : engine.recordPayment(elsewhere, true);
  const results = await Promise.all(Array.from({ length: 10 }, (_, number) => record(number).catch(String)));
  expect(results.filter((result) => typeof result === "object" && result.isDone)).toHaveLength(1);
  expect(await order.record(1299, "bank-2")).toEqual({
    isDone: false,
    text: expect.stringMatching(/^A payment with this reference is already recorded, for invoice 2026-\d+\.$/),
  });
  expect(await credit()).toBe(0);
});

test("an excess becomes credit, and a partial payment is credit until the rest arrives", async () => {
  const first = await ordered("free-too-much.com");
  await first.record(1500);
  expect([await first.status(), await credit()]).toEqual(["paid", 201]);
  await settled();
  expect(mails.of("paymentCredited")).toMatchObject([
    ["paymentCredited", expect.any(String), "en", { credited: 201, paid: [first.number] }],
  ]);
  const second = await ordered("free-too-little.com");
  expect(await second.record(1000)).toMatchObject({
    text: expect.stringMatching(/stays as it is\. 10\.00 USD becomes account credit/),
  });
  expect([await second.status(), await credit()]).toEqual(["unpaid", 1201]);
  expect(await second.record(700)).toMatchObject({
    text: expect.stringMatching(/is paid\. 5\.99 USD of the account's credit pays the rest/),
  });
  expect([await second.status(), await credit()]).toEqual(["paid", 602]);
});

test("money for a paid invoice or for an ended order becomes credit", async () => {
  const order = await ordered("free-twice-paid.com");
  await order.record(1299);
  await order.record(1299, "bank-3");
  expect(await credit()).toBe(1299);
  expect(await order.record(1299, "bank-3")).toMatchObject({
    text: "A payment with this reference is already recorded.",
  });
  const ended = await ordered("free-ended.com");
  await sql.run("UPDATE orders SET status = 'cancelled', end_reason = 'lapsed' WHERE invoice_id = ?", ended.id);
  await sql.run("UPDATE invoices SET status = 'cancelled' WHERE id = ?", ended.id);
  await ended.record(1299);
  expect([await ended.status(), await credit()]).toEqual(["cancelled", 2598]);
  await sql.run("UPDATE invoices SET status = 'payment_pending' WHERE id = ?", ended.id);
  expect(await ended.record(1299)).toMatchObject({
    text: expect.stringMatching(/ The invoice is paid and refunded as credit, because its order has ended\.$/),
  });
  expect([await ended.status(), await credit()]).toEqual(["refunded", 3897]);
});

test.each([
  [9, "paid"],
  [10, "unpaid"],
])("if the account changes %i times during the recording, the invoice is %s", async (times, status) => {
  const order = await ordered(`free-changes-${times}.com`);
  let left = times;
  const changing = watchedDatabase(db, {
    async batch(run, statements) {
      const receives = statements.some((statement) => statement.sql.startsWith("INSERT INTO payments"));
      if (receives && left-- > 0) await sql.run("UPDATE accounts SET revision = revision + 1 WHERE id = 1003");
      return run();
    },
  });
  const payment = { invoice: order.number, amount: 1299, reference: `transfer-${++references}`, receivedOn: null };
  const receiving = engineAt(changing, NOW, "UTC").recordPayment(payment, true);
  if (status === "paid") expect(await receiving).toMatchObject({ isDone: true });
  else await expect(receiving).rejects.toThrow(RevisionConflict);
  expect(await order.status()).toBe(status);
});

test.each([
  ["2026-99999", null, "There is no invoice 2026-99999."],
  ["2026-6201", "2026-11-21", "The money cannot have been received on 2026-11-21, because today is 2026-11-20."],
])("a payment for invoice %s received on %s is refused", async (invoice, receivedOn, text) => {
  const payment = { invoice, amount: 100, reference: `refused-${++references}`, receivedOn };
  expect(await engine.recordPayment(payment, true)).toEqual({ isDone: false, text });
});

test("a sandbox payment uses account credit like a recorded payment", async () => {
  const order = await ordered("free-by-sandbox.com");
  await order.record(1000);
  const paid = await valueIn(engine.payInvoice(writes(other.query, true), order.id));
  expect(paid).toMatchObject({ status: "paid", creditApplied: 1000, balanceDue: 0 });
  expect(await credit()).toBe(0);
  expect(owner.query.accountId).toBe(1001);
});

test("outside a demonstration, an order needs a payment method only if the provider requires one", async () => {
  const name = {
    domain: "free-without-card.com",
    type: "register",
    years: 1,
    availability: "available",
    retryAfter: null,
  } as const;
  const engineWith = (settings: object) => engineAt(db, NOW, "UTC", {}, { DEMONSTRATION: "", ...settings });
  const quote = async (settings: object) =>
    (await valueIn(engineWith(settings).quoteDomainOrder(customer(LOGINS.nocard, 1004).query, name))).missing;
  expect(await quote({})).toEqual([]);
  expect(await quote({ ORDERS_NEED_CARD: "true" })).toMatchObject([{ type: "add_payment_method" }]);
  expect(await quote({ DEMONSTRATION: "true" })).toMatchObject([{ type: "add_payment_method" }]);
});
