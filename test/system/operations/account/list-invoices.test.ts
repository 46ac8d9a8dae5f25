import { expect, test } from "vitest";
import { AccountClient, type Caller } from "../../../support/account-client.ts";
import {
  describeList,
  describeOutsideLimit,
  expectFirstPage,
  expectProblem,
  idsOf,
  walkList,
} from "../../../support/account-lists.ts";

interface Invoice {
  id: number;
  issued_on: string;
  subtotal: number;
  taxes: { name: string; rate: number; amount: number }[];
  credit_applied: number;
  total: number;
  balance_due: number;
  status: string;
  overdue: boolean;
  [key: string]: unknown;
}

const api = new AccountClient();
const invoicesOf = async (query: string, by: Caller = {}) =>
  (await api.read<{ invoices: Invoice[] }>(`/account/invoices${query}`, by)).invoices;

/** In cents, so that sums are exact. */
const cents = (amount: number) => Math.round(amount * 100);

test("without a status: invoices to be paid, most recent first, with which are overdue", () =>
  expectFirstPage(
    api,
    "invoices",
    ["id", "status", "overdue"],
    [
      [6110, "unpaid", false],
      [6109, "payment_pending", false],
      [6107, "unpaid", true],
      [6102, "collections", true],
    ],
  ));

test("every member of one invoice", async () => {
  const paid = await invoicesOf("?status=paid");
  const { number, issued_on, due_on, paid_on, view_url, ...invoice } =
    paid.find(({ id }) => id === 6104) ?? ({} as Invoice);
  expect(invoice).toEqual({
    id: 6104,
    currency: "CAD",
    subtotal: 18.99,
    taxes: [
      { name: "GST", rate: 5, amount: 0.95 },
      { name: "QST", rate: 9.975, amount: 1.89 },
    ],
    credit_applied: 10,
    total: 21.83,
    balance_due: 0,
    status: "paid",
    overdue: false,
  });
  expect(number).toBe(`${issued_on.slice(0, 4)}-6104`);
  for (const date of [issued_on, due_on, paid_on]) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(new URL(view_url as string).pathname).toBe("/client-area/invoices/6104");
});

test("status=paid has the paid ones alone; status=all every one but the drafts", async () => {
  expect(idsOf(await invoicesOf("?status=paid"))).toEqual([6108, 6106, 6104, 6103]);
  expect(idsOf(await invoicesOf("?status=all")).toSorted()).toEqual([
    6101, 6102, 6103, 6104, 6105, 6106, 6107, 6108, 6109, 6110,
  ]);
});

test("of a partly paid invoice the rest is due", async () => {
  const invoice = (await invoicesOf("")).find(({ id }) => id === 6102);
  expect(cents(invoice?.balance_due ?? 0)).toBe(cents(invoice?.total ?? 0) - 300);
});

test("an account in another country has the taxes of that country", async () => {
  const [invoice] = await invoicesOf("", { account: 1002 });
  expect(invoice).toMatchObject({ currency: "EUR", taxes: [{ name: "VAT", rate: 20 }] });
});

describeList<Invoice>(api, {
  name: "invoices",
  refused: ["status=", "status=overdue", "status=draft", "status=cancelled", "domain=studio-ana.ca"],
  pages: { limits: [9, 25, 100], length: 285 },
  key: ({ issued_on, id }) => `${issued_on} ${id}`,
  order: "descending",
  isCurrent: ({ status }) => ["unpaid", "payment_pending", "collections"].includes(status),
  cursor: {
    path: "/account/invoices?status=all&limit=2",
    others: [
      "/account/invoices?limit=2",
      "/account/invoices?status=paid&limit=2",
      "/account/tickets?status=all&limit=2",
      "/account/audit?limit=2",
    ],
  },
});

test("amounts add up to the cent, and no draft is shown", async () => {
  const invoices = [
    ...(await walkList<Invoice>(api, "/account/invoices?status=all&limit=100", { login: "big" })),
    ...(await invoicesOf("?status=all")),
  ];
  for (const { subtotal, taxes, total, balance_due, credit_applied, status } of invoices) {
    expect(status).not.toBe("draft");
    expect(cents(total)).toBe(taxes.reduce((sum, { amount }) => sum + cents(amount), cents(subtotal)));
    for (const amount of [subtotal, total, balance_due, credit_applied]) expect(amount).toBe(cents(amount) / 100);
    if (status === "paid") expect(balance_due).toBe(0);
    if (status === "unpaid") expect(balance_due).toBeGreaterThan(0);
  }
});

describeOutsideLimit(api, "/account/invoices");

test("a login without the permission is refused", () =>
  expectProblem(api, "/account/invoices", { login: "contact" }, { status: 403, code: "permission_denied" }));
