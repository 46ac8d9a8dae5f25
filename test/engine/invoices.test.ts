import { expect, test } from "vitest";
import { INVOICE_STATUSES, type InvoiceList } from "../../shared/billing-contract/customer.ts";
import { asks, LOGINS } from "../billing-contract/questions.ts";
import { customerOf } from "./support/customer.ts";
import { engineAt } from "./support/engine.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql, owner, customer } = await seededBilling();

/** An invoice of each status, with ids in that order. */
async function addInvoices(accountId: number, firstId: number, statuses: string[], issuedOn: string, dueOn: string) {
  const insert = "INSERT INTO invoices VALUES (?1, ?2, 'T-' || ?1, ?3, ?4, ?5, NULL, 1000, 0)";
  for (const [index, status] of statuses.entries()) {
    await sql.run(insert, firstId + index, accountId, status, issuedOn, dueOn);
  }
}

test("an invoice lists its taxes; its total and balance follow from them", async () => {
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const invoice = await owner.invoice(6106);
  expect(invoice).toEqual({
    id: 6106,
    number: `${invoice?.issuedOn.slice(0, 4)}-6106`,
    issuedOn: day,
    dueOn: day,
    paidOn: day,
    currency: "CAD",
    subtotal: 15_000,
    taxes: [
      { name: "GST", rate: 5, amount: 750 },
      { name: "QST", rate: 9.975, amount: 1496 },
    ],
    creditApplied: 0,
    total: 17_246,
    balanceDue: 0,
    status: "paid",
    overdue: false,
  });
});

test.each([
  ["credit", 6104, { subtotal: 1899, total: 2183, creditApplied: 1000, balanceDue: 0 }],
  ["a payment", 6102, { subtotal: 899, total: 1034, balanceDue: 734, status: "collections" }],
])("%s lowers the balance, not the total", async (_, id, amounts) => {
  expect(await owner.invoice(id)).toMatchObject(amounts);
});

test.each([
  [LOGINS.owner, 1002, "EUR", [{ name: "VAT", rate: 20 }]],
  [LOGINS.totp, 1003, "USD", []],
  [LOGINS.nocard, 1004, "CAD", [{ name: "HST", rate: 13 }]],
])("login %i on account %i: invoices in %s with the taxes of the place", async (login, account, currency, taxes) => {
  const invoices = await customer(login, account).invoices();
  expect(invoices.length).toBeGreaterThan(0);
  for (const invoice of invoices) {
    expect(invoice).toMatchObject({ currency, taxes });
    expect(invoice.taxes).toHaveLength(taxes.length);
  }
});

test("unpaid is also payment pending and in collections; paid is paid alone; a draft is in no list", async () => {
  await addInvoices(1003, 7001, [...INVOICE_STATUSES, "draft"], "2020-01-02", "2020-01-16");
  const american = customer(LOGINS.totp, 1003);
  const statuses = async (status: InvoiceList["status"]) =>
    (await american.invoices(status)).filter(({ id }) => id >= 7001).map((invoice) => invoice.status);
  expect(await statuses("unpaid")).toEqual(["collections", "payment_pending", "unpaid"]);
  expect(await statuses("paid")).toEqual(["paid"]);
  expect(await statuses("all")).toEqual([...INVOICE_STATUSES].reverse());
});

test.each([
  ["America/Toronto", "2026-03-11T03:59:59.999Z", "2026-03-11T04:00:00.000Z"],
  ["America/Toronto", "2026-12-11T04:59:59.999Z", "2026-12-11T05:00:00.000Z"],
  ["Europe/Paris", "2026-03-10T22:59:59.999Z", "2026-03-10T23:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-03-10T09:59:59.999Z", "2026-03-10T10:00:00.000Z"],
  ["UTC", "2026-03-10T23:59:59.999Z", "2026-03-11T00:00:00.000Z"],
  ["", "2026-03-10T23:59:59.999Z", "2026-03-11T00:00:00.000Z"],
])("%s: an invoice is overdue from the midnight after its day, %s not yet, %s", async (zone, before, from) => {
  await sql.run("DELETE FROM invoices WHERE account_id = 1004");
  const states = ["unpaid", "collections", "payment_pending", "paid", "cancelled", "refunded"];
  await addInvoices(1004, 7101, states, "2026-01-01", `${before.slice(0, 8)}10`);
  const overdueAt = async (instant: string) => {
    const there = customerOf(engineAt(db, Date.parse(instant), zone), asks(LOGINS.nocard, 1004));
    return (await there.invoices()).filter(({ overdue }) => overdue).map(({ status }) => status);
  };
  expect(await overdueAt(before)).toEqual([]);
  expect(await overdueAt(from)).toEqual(["collections", "unpaid"]);
});
