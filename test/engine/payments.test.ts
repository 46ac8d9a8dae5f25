import { beforeEach, describe, expect, test } from "vitest";
import {
  type ActingEngine,
  actingEngine,
  acts,
  domainOrder,
  forgetNotices,
  NOW,
  RIGHT_CODE,
} from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
beforeEach(async () => {
  acting = actingEngine(db);
  await forgetNotices(db);
  await sql.run("UPDATE accounts SET credit = 0 WHERE id = 1001");
});

const payer = asks(LOGINS.owner, 1001, "invoices");
const transfer = { type: "transfer", availability: "taken", authCode: RIGHT_CODE } as const;

async function ordered(domain: string, more = {}): Promise<number> {
  const placed = await valueIn(acting.engine.orderDomain(acts(), domainOrder(domain, more)));
  return placed.invoice?.id ?? 0;
}
const pay = (invoice: number) => acting.engine.payInvoice(payer, invoice);
const domain = (name: string) => sql.row("SELECT * FROM domains WHERE name = ?", name);
const order = (name: string) =>
  sql.row("SELECT o.* FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ?", name);
const credit = () => sql.value<number>("SELECT credit FROM accounts WHERE id = 1001");

describe("a paid registration", () => {
  test("is done at the registrar, and the name is active", async () => {
    const invoice = await ordered("free-pay.com", { years: 2 });
    expect(await valueIn(pay(invoice))).toMatchObject({ status: "paid", paidOn: "2026-11-20", balanceDue: 0 });
    expect(await domain("free-pay.com")).toMatchObject({
      status: "active",
      registered_on: "2026-11-20",
      expires_on: "2028-11-20",
      next_due_on: "2028-11-20",
    });
    expect(acting.registrar.domains.get("free-pay.com")?.nameservers).toEqual([
      "ns1.maple.example",
      "ns2.maple.example",
    ]);
    expect(await order("free-pay.com")).toMatchObject({ status: "done" });
  });

  test("is paid once, whoever asks how often", async () => {
    const invoice = await ordered("free-once.com");
    const results = await Promise.all(Array.from({ length: 15 }, () => pay(invoice)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const payments = await sql.rows("SELECT amount FROM invoice_payments WHERE invoice_id = ?", invoice);
    // 17.99: GST 0.90, QST 1.79
    expect(payments).toEqual([{ amount: 2068 }]);
    expect(acting.registrar.calls.filter((call) => call === "register").length).toBe(1);
  });

  test("uses the account's credit first, which no order does", async () => {
    await sql.run("UPDATE accounts SET credit = 2000 WHERE id = 1001");
    const invoice = await ordered("free-credit.com");
    expect(await credit()).toBe(2000);
    expect(await valueIn(pay(invoice))).toMatchObject({ creditApplied: 2000, total: 2068, balanceDue: 0 });
    expect(await credit()).toBe(0);
    await sql.run("UPDATE accounts SET credit = 9000 WHERE id = 1001");
    await valueIn(pay(await ordered("free-credit2.com")));
    expect(await credit()).toBe(9000 - 2068);
  });

  test("waits for a registrar that does not answer, and is done once, whatever was lost", async () => {
    const invoice = await ordered("free-wait.com");
    acting.registrar.losesAnswers = true;
    await valueIn(pay(invoice));
    expect(await domain("free-wait.com")).toMatchObject({ status: "pending_registration" });
    expect(await order("free-wait.com")).toMatchObject({ status: "paid", tries: 1 });
    await acting.engine.runScheduledJobs();
    expect(await order("free-wait.com"), "not before its time").toMatchObject({ tries: 1 });
    acting.registrar.losesAnswers = false;
    acting.at.now += 61_000;
    await Promise.all([acting.engine.runScheduledJobs(), acting.engine.runScheduledJobs()]);
    expect(await domain("free-wait.com")).toMatchObject({ status: "active" });
    expect(acting.registrar.done.size).toBe(1);
  });

  test("that the registrar refuses comes back as credit, once", async () => {
    const invoice = await ordered("free-refused.com");
    acting.registrar.refusal = "premium name";
    await valueIn(pay(invoice));
    expect(await domain("free-refused.com")).toMatchObject({ status: "cancelled" });
    expect(await order("free-refused.com")).toMatchObject({ status: "failed" });
    expect(await credit()).toBe(2068);
    await acting.pass(3_600_000);
    expect(await credit()).toBe(2068);
    await acting.settled();
    const told = acting.mails.sent.filter(([kind]) => kind === "orderRefused");
    expect(told).toEqual([
      [
        "orderRefused",
        "owner@maple.example",
        "en",
        {
          orderId: expect.any(Number),
          order: "register",
          subject: "free-refused.com",
          reason: "premium name",
          invoice: {
            id: invoice,
            number: `2026-${invoice}`,
            total: 2068,
            currency: "CAD",
            dueOn: "2026-11-27",
          },
        },
      ],
    ]);
    acting.registrar.refusal = null;
    expect(await ordered("free-refused.com"), "the name can be ordered again").toBeGreaterThan(invoice);
  });

  test("that the registrar refuses to two clock runs at once comes back as credit once", async () => {
    acting.registrar.available = false;
    await valueIn(pay(await ordered("free-twice-refused.com")));
    acting.registrar.available = true;
    acting.registrar.refusal = "premium name";
    acting.at.now += 61_000;
    const other = actingEngine(db, { registrar: acting.registrar });
    other.at.now = acting.at.now;
    await Promise.all([acting.engine.runScheduledJobs(), other.engine.runScheduledJobs()]);
    expect(
      acting.registrar.calls.filter((call) => call === "register"),
      "both asked",
    ).toHaveLength(3);
    expect(await order("free-twice-refused.com")).toMatchObject({ status: "failed" });
    expect(await credit()).toBe(2068);
    const told = [...acting.mails.sent, ...other.mails.sent].flatMap(([kind, , , ...notices]) =>
      kind === "orderRefused" ? notices : [],
    );
    expect(told.filter((notice) => JSON.stringify(notice).includes("free-twice-refused.com"))).toHaveLength(1);
  });

  test("without a registrar stays pending_registration", async () => {
    acting = actingEngine(db, { registrar: null });
    await valueIn(pay(await ordered("free-nobody.com")));
    await acting.engine.runScheduledJobs();
    expect(await domain("free-nobody.com")).toMatchObject({ status: "pending_registration" });
  });
});

describe("a paid transfer", () => {
  test("begins with the code, which is then forgotten, and completes when the registry says so", async () => {
    await valueIn(pay(await ordered("taken-in.com", transfer)));
    expect(await domain("taken-in.com")).toMatchObject({ status: "pending_transfer" });
    expect(await order("taken-in.com")).toMatchObject({ status: "paid", begun: 1, auth_code: null });
    acting.registrar.completeTransfers();
    await acting.pass(61_000);
    expect(await domain("taken-in.com")).toMatchObject({ status: "active", expires_on: "2027-06-20" });
  });

  test("fails on a wrong code, and what was paid comes back as credit", async () => {
    await valueIn(pay(await ordered("taken-wrong.com", { ...transfer, authCode: "wrong" })));
    expect(await domain("taken-wrong.com")).toMatchObject({ status: "cancelled" });
    expect(await order("taken-wrong.com")).toMatchObject({ status: "failed", auth_code: null });
    expect(await credit()).toBe(2068);
  });

  test("that costs nothing is begun without an invoice", async () => {
    const placed = await valueIn(
      acting.engine.orderDomain(
        acts(),
        domainOrder("taken-free.uk", { ...transfer, authCode: null, acceptTerms: "2026-09-01+uk.2024-01-01" }),
      ),
    );
    expect(placed).toMatchObject({ invoice: null, actionRequired: null, orderId: expect.any(Number) });
    await acting.settled();
    expect(acting.registrar.calls).toContain("beginTransfer");
  });
});

describe("a renewal", () => {
  const renew = (name: string, years = 1, expectedPrice: number | null = null) =>
    acting.engine.renewDomain(acts(), { domain: name, years, expectedPrice });

  test("is paid and done from the expiry before", async () => {
    acting.registrar.hold("ana.dev", { expiresOn: "2027-02-24" });
    const placed = await valueIn(renew("ana.dev", 3, 6597));
    expect(placed).toMatchObject({ years: 3, invoice: { subtotal: 6597 } });
    expect(await renew("ana.dev")).toMatchObject({ problem: { code: "already_requested" } });
    await valueIn(pay(placed.invoice?.id ?? 0));
    expect(await domain("ana.dev")).toMatchObject({
      status: "active",
      expires_on: "2030-02-24",
      next_due_on: "2030-02-24",
    });
  });

  test("from redemption has the restoration on its invoice", async () => {
    const placed = await valueIn(renew("studio-ana.com"));
    expect(placed.invoice?.subtotal).toBe(2199 + 12_000);
  });

  test.each<[string, number, number | null, string]>([
    ["second-step.com", 1, null, "not_found"],
    ["studio-ana.net", 1, null, "not_renewable"],
    ["studio-ana.io", 1, null, "not_renewable"],
    ["studio-ana.org", 1, null, "not_renewable"],
    // Expires within a year; ten more years are one too many for the registry.
    ["studio-ana.ca", 10, 1, "not_renewable"],
    ["studio-ana.ca", 1, 1, "price_changed"],
  ])("of %s for %i years at %j: %s", async (name, years, expected, code) => {
    expect(await renew(name, years, expected)).toMatchObject({ problem: { code } });
  });

  test("needs a payment method", async () => {
    const action = acts(undefined, LOGINS.nocard, 1004);
    const result = await acting.engine.renewDomain(action, { domain: "no-card.ca", years: 1, expectedPrice: null });
    expect(result).toMatchObject({ problem: { code: "payment_method_missing" } });
  });
});

test("a payment method is put on file and taken off again, with the permission to", async () => {
  const asks1004 = asks(LOGINS.nocard, 1004, "invoices");
  expect(await acting.engine.setPaymentMethodOnFile(asks1004, true)).toMatchObject({ ok: true, value: { id: 1004 } });
  expect(
    await acting.engine.orderDomain(acts(undefined, LOGINS.nocard, 1004), domainOrder("free-card.com")),
  ).toMatchObject({
    ok: true,
  });
  await acting.engine.setPaymentMethodOnFile(asks1004, false);
  const denied = acting.engine.setPaymentMethodOnFile(asks(LOGINS.contact, 1001, "invoices"), false);
  expect(await denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "invoices" } });
});

test("only an own invoice that is open is paid", async () => {
  expect(await pay(6201)).toEqual({ ok: false, problem: { code: "not_found" } });
  expect(await pay(6111), "a draft").toEqual({ ok: false, problem: { code: "not_found" } });
  expect(await pay(6106)).toMatchObject({ problem: { code: "refused" } });
  expect(await acting.engine.payInvoice(asks(LOGINS.contact, 1001, "invoices"), 6110)).toEqual({
    ok: false,
    problem: { code: "permission_denied", permission: "invoices" },
  });
});
