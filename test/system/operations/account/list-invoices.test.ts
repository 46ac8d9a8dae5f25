import { describe, expect, test } from "vitest";
import { accountToken, getAccountApi, readAccountApi } from "../../../support/account-api.ts";
import {
  expectAccountHeaders,
  expectListParameters,
  expectOwnCursorsAlone,
  expectProblem,
  idsOf,
  type ListAnswer,
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
interface Invoices extends ListAnswer {
  invoices: Invoice[];
}

const owner = () => accountToken("owner", { account: 1001 });

async function invoicesOf(query: string, token?: string): Promise<Invoice[]> {
  return (await readAccountApi<Invoices>(`/account/invoices${query}`, token ?? (await owner()))).invoices;
}

/** In cents, so that sums are exact. */
const cents = (amount: number) => Math.round(amount * 100);

test("gives those to be paid, most recent first, and says which are overdue", async () => {
  const response = await getAccountApi("/account/invoices", await owner());
  expectAccountHeaders(response);
  const { account, invoices, next_cursor } = (await response.json()) as Invoices;
  expect({ account, next_cursor }).toEqual({ account: { id: 1001, name: "Studio Ana Inc." }, next_cursor: null });
  expect(invoices.map(({ id, status, overdue }) => [id, status, overdue])).toEqual([
    [6110, "unpaid", false],
    [6109, "payment_pending", false],
    [6107, "unpaid", true],
    [6102, "collections", true],
  ]);
});

test("one invoice in full, as it is published", async () => {
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

test("paid ones are paid and nothing else; all are every one but the drafts", async () => {
  expect(idsOf(await invoicesOf("?status=paid"))).toEqual([6108, 6106, 6104, 6103]);
  expect(idsOf(await invoicesOf("?status=all")).toSorted()).toEqual([
    6101, 6102, 6103, 6104, 6105, 6106, 6107, 6108, 6109, 6110,
  ]);
});

test("what was paid in part is still due in the rest", async () => {
  const invoice = (await invoicesOf("")).find(({ id }) => id === 6102);
  expect(cents(invoice?.balance_due ?? 0)).toBe(cents(invoice?.total ?? 0) - 300);
});

test("an account elsewhere has the taxes of its place", async () => {
  const [invoice] = await invoicesOf("", await accountToken("owner", { account: 1002 }));
  expect(invoice).toMatchObject({ currency: "EUR", taxes: [{ name: "VAT", rate: 20 }] });
});

test.each(["status=", "status=overdue", "status=draft", "status=cancelled"])("%s is refused", async (query) => {
  await expectProblem(`/account/invoices?${query}`, await owner(), {
    status: 400,
    code: "invalid_parameter",
    parameters: ["status"],
  });
});

test("there is no filter by domain", async () => {
  await expectProblem("/account/invoices?domain=studio-ana.ca", await owner(), {
    status: 400,
    code: "invalid_parameter",
    parameters: ["domain"],
  });
});

test("limit, cursor and unknown parameters are held to", async () => {
  await expectListParameters("/account/invoices", await accountToken("nocard"));
});

describe("paging", () => {
  test.each([9, 25, 100])("pages of %i are the whole list without the drafts, newest first", async (limit) => {
    const token = await accountToken("big", { scopes: limit === 9 ? ["domains:write"] : [] });
    const invoices = await walkList<Invoice>(`/account/invoices?status=all&limit=${limit}`, "invoices", token);
    expect(invoices).toHaveLength(285);
    expect(new Set(idsOf(invoices)).size).toBe(285);
    expect(invoices.filter(({ status }) => status === "draft")).toEqual([]);
    const keys = invoices.map(({ issued_on, id }) => `${issued_on} ${id}`);
    expect(keys).toEqual(keys.toSorted().reverse());
  });

  test("every one adds up to the cent", async () => {
    const token = await accountToken("big", { scopes: [] });
    const invoices = [
      ...(await walkList<Invoice>("/account/invoices?status=all&limit=100", "invoices", token)),
      ...(await invoicesOf("?status=all")),
    ];
    for (const { subtotal, taxes, total, balance_due, credit_applied, status } of invoices) {
      expect(cents(total)).toBe(taxes.reduce((sum, { amount }) => sum + cents(amount), cents(subtotal)));
      for (const amount of [subtotal, total, balance_due, credit_applied]) expect(amount).toBe(cents(amount) / 100);
      if (status === "paid") expect(balance_due).toBe(0);
      if (status === "unpaid") expect(balance_due).toBeGreaterThan(0);
    }
  });

  test("a cursor is good for its connection, list and filters alone", async () => {
    await expectOwnCursorsAlone("/account/invoices?status=all&limit=2", await accountToken("big", { scopes: [] }), {
      paths: [
        "/account/invoices?limit=2",
        "/account/invoices?status=paid&limit=2",
        "/account/tickets?status=all&limit=2",
        "/account/audit?limit=2",
      ],
      token: await accountToken("big", { scopes: ["domains:write"] }),
    });
  });
});

test.each(["service:2101", "domain:studio-ana.ca"])("a connection limited to %s has none of them", async (limit) => {
  const token = await accountToken("owner", { account: 1001, limit });
  await expectProblem("/account/invoices", token, { status: 403, code: "outside_limit" });
  await expectProblem("/account/invoices?status=wrong", token, { status: 403, code: "outside_limit" });
});

test("a login without the permission is told so", async () => {
  await expectProblem("/account/invoices", await accountToken("contact"), { status: 403, code: "permission_denied" });
});
