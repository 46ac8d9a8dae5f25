import { describe, expect, test, vi } from "vitest";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, valueIn, writes } from "../billing-contract/questions.ts";
import { engineAt } from "./support/engine.ts";
import { actingScene } from "./support/scene.ts";

const { db, sql, engine, owner, customer, registrar, mails, at, pass, settled } = await actingScene(
  "UPDATE accounts SET credit = 0 WHERE id = 1001",
);

/** Orders a domain and pays for it. */
async function bought(domain: string, more = {}) {
  return valueIn(owner.payInvoice(await valueIn(owner.orderDomain(domain, more))));
}
const status = async (name: string) => (await owner.domain(name))?.status;
const order = (name: string) =>
  sql.row("SELECT o.* FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ?", name);

test("a checkout's quote equals the total of the invoices for its orders", async () => {
  const domain = await valueIn(owner.orderDomain("free-quoted.com"));
  const plan = await valueIn(owner.orderPlan("web-start", { domain: "free-quoted.com" }));
  const invoices = [domain.invoice, plan.invoice];
  const subtotals = invoices.map((invoice) => invoice?.subtotal ?? 0);
  const quoted = await valueIn(engine.quoteCheckout(owner.query, [...subtotals, 0]));
  // The invoices have GST of 0.90 and 1.80, and QST of 1.79 and 3.59. Taxes on the total of 53.93 would be the same.
  expect(quoted.taxes.map(({ name, amount }) => [name, amount])).toEqual([
    ["GST", 270],
    ["QST", 538],
  ]);
  expect(quoted.total).toBe(invoices.reduce((sum, invoice) => sum + (invoice?.total ?? 0), 0));
});

describe("a paid registration", () => {
  test("is sent to the registrar, and the domain becomes active", async () => {
    const paid = { status: "paid", paidOn: "2026-11-20", balanceDue: 0 };
    expect(await bought("free-pay.com", { years: 2 })).toMatchObject(paid);
    const dates = { registeredOn: "2026-11-20", expiresOn: "2028-11-20", nextDueDate: "2028-11-20" };
    expect(await owner.domain("free-pay.com")).toMatchObject({ status: "active", ...dates });
    const { nameservers } = registrar.domains.get("free-pay.com") ?? {};
    expect(nameservers).toEqual(["ns1.maple.example", "ns2.maple.example"]);
    const done = await order("free-pay.com");
    expect(done).toMatchObject({ status: "done" });
    expect([...registrar.done.keys()]).toEqual([`account-1001-order-${done?.id}`]);
  });

  test("waits until its next attempt if the registrar does not respond", async () => {
    registrar.losesAnswers = true;
    await bought("free-wait.com");
    expect(await status("free-wait.com")).toBe("pending_registration");
    expect(await order("free-wait.com")).toMatchObject({ status: "paid", tries: 1 });
    await pass(0);
    expect(await order("free-wait.com"), "not before its time").toMatchObject({ tries: 1 });
    registrar.losesAnswers = false;
    await pass(61_000);
    expect(await status("free-wait.com")).toBe("active");
  });

  test("becomes credit if the registrar refuses it", async () => {
    registrar.refusal = "premium name";
    const { id } = await bought("free-refused.com");
    expect(await status("free-refused.com")).toBe("cancelled");
    expect(await order("free-refused.com")).toMatchObject({ status: "failed" });
    expect(await owner.credit()).toBe(2068);
    await pass(3_600_000);
    expect(await owner.credit()).toBe(2068);
    const invoice = { id, number: `2026-${id}`, total: 2068, balance: 0, currency: "CAD", dueOn: "2026-11-27" };
    const refused = { order: "register", subject: "free-refused.com", reason: "premium name", credited: 2068, invoice };
    expect(mails.of("orderRefused")).toEqual([
      ["orderRefused", "owner@maple.example", "en", { orderId: expect.any(Number), ...refused }],
    ]);
    registrar.refusal = null;
    expect(await codeOf(owner.orderDomain("free-refused.com")), "the name can be ordered again").toBe("ok");
  });

  test("becomes credit only once if the registrar refuses it to two overlapping runs", async () => {
    registrar.refusal = "premium name";
    const register = registrar.register.bind(registrar);
    vi.spyOn(registrar, "register").mockImplementationOnce(async (...asked) => {
      await sql.run("UPDATE orders SET next_try_at = 0 WHERE status = 'paid'");
      await engine.runScheduledJobs();
      return register(...asked);
    });
    await bought("free-twice-refused.com");
    await pass(3_600_000);
    expect(registrar.timesAsked("register"), "both asked").toBe(2);
    expect(await order("free-twice-refused.com")).toMatchObject({ status: "failed" });
    expect(await owner.credit()).toBe(2068);
    expect(mails.of("orderRefused")).toHaveLength(1);
  });
});

describe("a paid transfer", () => {
  test("fails on a wrong code, and the payment becomes credit", async () => {
    await bought("taken-wrong.com", { ...TRANSFER, authCode: "wrong" });
    expect(await status("taken-wrong.com")).toBe("cancelled");
    expect(await order("taken-wrong.com")).toMatchObject({ status: "failed", auth_code: null });
    expect(await owner.credit()).toBe(2068);
  });

  test("starts without an invoice if it costs nothing", async () => {
    const more = { ...TRANSFER, authCode: null, acceptTerms: "2026-09-01+uk.2024-01-01" };
    const placed = await valueIn(owner.orderDomain("taken-free.uk", more));
    expect(placed).toMatchObject({ invoice: null, actionRequired: null, orderId: expect.any(Number) });
    await settled();
    expect(registrar.calls).toContain("beginTransfer");
  });
});

test("a customer with the invoices permission can add and remove the sandbox card", async () => {
  const nocard = customer(LOGINS.nocard, 1004);
  expect(await engine.addSandboxCard(writes(nocard.query, true), null)).toMatchObject({
    ok: true,
    value: { id: 1004 },
  });
  expect(await codeOf(nocard.orderDomain("free-card.com"))).toBe("ok");
  await engine.removeCard(writes(nocard.query, true), null);
  const denied = engine.removeCard(writes(customer(LOGINS.contact, 1001, "invoices").query, true), null);
  expect(await denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "invoices" } });
});

test.each([
  ["another account's", 6201, "not_found"],
  ["a draft", 6111, "not_found"],
  ["already paid", 6106, "refused"],
])("a payment fails if the invoice is %s", async (_, invoice, code) => {
  expect(await codeOf(owner.payInvoice(invoice))).toBe(code);
});

test("a payment needs the invoices permission", async () => {
  const denied = await customer(LOGINS.contact, 1001, "invoices").payInvoice(6110);
  expect(denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "invoices" } });
});

test.each(["cancelled", "failed"])(
  "money for an order with the status %s becomes credit and has no other effect",
  async (withdrawn) => {
    const domain = `free-${withdrawn}.com`;
    const placed = await valueIn(owner.orderDomain(domain));
    await sql.run("UPDATE accounts SET credit = 68 WHERE id = 1001");
    await sql.run("UPDATE orders SET status = ? WHERE id = ?", withdrawn, placed.orderId);
    const refunded = { status: "refunded", creditApplied: 0, balanceDue: 0, paidOn: "2026-11-20" };
    expect(await valueIn(owner.payInvoice(placed))).toMatchObject(refunded);
    expect(await owner.credit()).toBe(68 + 2068);
    const payments = "SELECT amount, refunded_on FROM invoice_payments WHERE invoice_id = ?";
    expect(await sql.rows(payments, placed.invoice?.id)).toEqual([{ amount: 2068, refunded_on: "2026-11-20" }]);
    expect(registrar.timesAsked("register")).toBe(0);
    await settled();
    expect(mails.of("invoicePaid")).toEqual([]);
  },
);

test("an invoice without an order can be paid, and causes no registrar call", async () => {
  const paid = await valueIn(engine.payInvoice(writes(owner.query, true), 6102));
  expect(paid).toMatchObject({ id: 6102, status: "paid", balanceDue: 0 });
  expect(registrar.calls).toEqual([]);
});

test("outside a demonstration, sandbox payments and sandbox cards are not allowed", async () => {
  const real = engineAt(db, at.now, "UTC", {}, { DEMONSTRATION: "false" });
  for (const result of [
    real.payInvoice(writes(owner.query, true), 6110),
    real.addSandboxCard(writes(owner.query, true), null),
  ])
    expect(await codeOf(result)).toBe("not_allowed");
});
