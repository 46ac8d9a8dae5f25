import { expect, test } from "vitest";
import { INVOICE_STATUSES, type InvoiceList } from "../../shared/billing-contract/customer.ts";
import { engineAt } from "./support/engine.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, billing, sql } = await seededBilling();

async function list(status: InvoiceList["status"], loginId = LOGINS.owner, accountId = 1001) {
  return (await valueIn(billing.listInvoices(asks(loginId, accountId), { status, limit: 100 }))).items;
}

async function addInvoices(
  accountId: number,
  firstId: number,
  rows: { status: string; issuedOn: string; dueOn: string }[],
): Promise<void> {
  const insert = "INSERT INTO invoices VALUES (?1, ?2, 'T-' || ?1, ?3, ?4, ?5, NULL, 1000, 0)";
  await db.batch(
    rows.map(({ status, issuedOn, dueOn }, index) =>
      db.prepare(insert).bind(firstId + index, accountId, status, issuedOn, dueOn),
    ),
  );
}

test("an invoice lists its taxes; its total and balance follow from them", async () => {
  const invoice = (await list("paid")).find(({ id }) => id === 6106);
  const year = invoice?.issuedOn.slice(0, 4);
  expect(invoice).toEqual({
    id: 6106,
    number: `${year}-6106`,
    issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
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

test("credit and payments lower the balance, not the total", async () => {
  const all = await list("all");
  const credited = all.find(({ id }) => id === 6104);
  expect(credited).toMatchObject({ subtotal: 1899, total: 2183, creditApplied: 1000, balanceDue: 0 });
  const partlyPaid = all.find(({ id }) => id === 6102);
  expect(partlyPaid).toMatchObject({ subtotal: 899, total: 1034, balanceDue: 734, status: "collections" });
});

test("a refunded invoice has nothing left to pay", async () => {
  expect((await list("all")).find(({ status }) => status === "refunded")).toMatchObject({ balanceDue: 0 });
});

test.each([
  [LOGINS.owner, 1002, "EUR", [{ name: "VAT", rate: 20 }]],
  [LOGINS.totp, 1003, "USD", []],
  [LOGINS.nocard, 1004, "CAD", [{ name: "HST", rate: 13 }]],
])("login %i on account %i: invoices in %s with the taxes of the place", async (login, account, currency, taxes) => {
  const invoices = await list("all", login, account);
  expect(invoices.length).toBeGreaterThan(0);
  for (const invoice of invoices) {
    expect(invoice.currency).toBe(currency);
    expect(invoice.taxes).toMatchObject(taxes);
    expect(invoice.taxes).toHaveLength(taxes.length);
  }
});

test("unpaid is also payment pending and in collections; paid is paid alone; a draft is in no list", async () => {
  const dates = { issuedOn: "2020-01-02", dueOn: "2020-01-16" };
  await addInvoices(
    1003,
    7001,
    [...INVOICE_STATUSES, "draft"].map((status) => ({ status, ...dates })),
  );
  const statuses = async (status: InvoiceList["status"]) =>
    (await list(status, LOGINS.totp, 1003)).filter(({ id }) => id >= 7001).map((invoice) => invoice.status);
  expect(await statuses("unpaid")).toEqual(["collections", "payment_pending", "unpaid"]);
  expect(await statuses("paid")).toEqual(["paid"]);
  expect(await statuses("all")).toEqual([...INVOICE_STATUSES].reverse());
});

test("the newest comes first, and of one day the highest id", async () => {
  const all = await list("all", LOGINS.big, 1005);
  const keys = all.map(({ issuedOn, id }) => `${issuedOn} ${id}`);
  expect(keys).toEqual(keys.toSorted().reverse());
});

test.each([
  ["America/Toronto", "2026-03-11T03:59:59.999Z", "2026-03-11T04:00:00.000Z"],
  ["America/Toronto", "2026-12-11T04:59:59.999Z", "2026-12-11T05:00:00.000Z"],
  ["Europe/Paris", "2026-03-10T22:59:59.999Z", "2026-03-10T23:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-03-10T09:59:59.999Z", "2026-03-10T10:00:00.000Z"],
  ["UTC", "2026-03-10T23:59:59.999Z", "2026-03-11T00:00:00.000Z"],
  ["", "2026-03-10T23:59:59.999Z", "2026-03-11T00:00:00.000Z"],
])("%s: an invoice is overdue from the midnight after its day, %s not yet, %s", async (zone, before, from) => {
  const dueOn = `${before.slice(0, 8)}10`;
  const states = ["unpaid", "collections", "payment_pending", "paid", "cancelled", "refunded"];
  await sql.run("DELETE FROM invoices WHERE account_id = 1004");
  await addInvoices(
    1004,
    7101,
    states.map((status) => ({ status, issuedOn: "2026-01-01", dueOn })),
  );
  const overdueAt = async (instant: string) => {
    const engine = engineAt(db, Date.parse(instant), zone);
    const { items } = await valueIn(engine.listInvoices(asks(LOGINS.nocard, 1004), { status: "all", limit: 10 }));
    return items.filter(({ overdue }) => overdue).map(({ status }) => status);
  };
  expect(await overdueAt(before)).toEqual([]);
  expect(await overdueAt(from)).toEqual(["collections", "unpaid"]);
});
