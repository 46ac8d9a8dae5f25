import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { WhmcsInvoice } from "../../dev/whmcs/state.ts";
import type { CustomerInvoice, InvoiceListKey } from "../../shared/billing-contract/customer.ts";
import { ALL, answered, BIG, logLines, OWNER } from "./support/reading.ts";
import { changeRows, type Row, useWhmcs } from "./support/use-whmcs.ts";

const whmcs = await useWhmcs();
const { billing, simulator, stored } = whmcs;
const { state } = simulator;

/**
 * Replaces an account's invoices with new ones and returns their ids, from 70,000 down. Invoices with any
 * status other than `Paid` are partly paid.
 */
function invoices(statuses: string[], more: (place: number) => Partial<WhmcsInvoice> = () => ({})): number[] {
  const one = stored.invoices.find(({ clientId }) => clientId === BIG.accountId) as WhmcsInvoice;
  const own = statuses.map((status, place) => ({
    ...{ ...one, id: 70_000 - place, number: "", issuedOn: "2026-03-01", status },
    ...{ subtotal: 10_000 + place, taxes: [], credit: 100, paid: status === "Paid" ? 9_900 + place : 700 },
    ...more(place),
  }));
  state.invoices = [...stored.invoices.filter(({ clientId }) => clientId !== BIG.accountId), ...own];
  return own.map(({ id }) => id);
}

const read = async (from = billing) => answered(await from.listInvoices(BIG, ALL)).items;
async function readAll(limit: number, after?: InvoiceListKey): Promise<CustomerInvoice[]> {
  const { items, next } = answered(await billing.listInvoices(BIG, { ...ALL, limit, ...(after && { after }) }));
  return next ? [...items, ...(await readAll(limit, next))] : items;
}

test("a list omits an invoice with an unreadable balance and keeps the others", async () => {
  const lines = logLines();
  const ids = invoices(["Unpaid", "Unpaid", "Unpaid"]);
  changeRows(whmcs, "GetInvoices", (row) => (Number(row.id) === ids[1] ? { ...row, balance: "$92.01" } : row));
  expect((await read()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect(lines).toContainEqual(expect.objectContaining({ event: "billing_row_unread", at: ["balance"] }));
});

test("an order never shows an invoice with another account or id, even if the addon returns one", async () => {
  const action = "GetInvoice";
  for (const more of [{ userid: 1002 }, { id: 999_999 }]) {
    const lines = logLines();
    const { billing: other } = whmcs.again({ WHMCS_ORDER_GATEWAY: "mailin" }, (host) => ({
      health: () => host.health(),
      async send(call) {
        const reply = await host.send(call);
        if (reply.kind === "failed" || !call.text.includes(`"action":"${action}"`)) return reply;
        const { answers, ...body } = JSON.parse(reply.body) as { answers: Row[] };
        const { calls } = (JSON.parse(call.text) as { parameters: { calls: Row[] } }).parameters;
        const changed = answers.map((one, at) =>
          calls[at]?.action === action
            ? { ...one, rows: (one.rows as Row[]).map((row) => ({ ...row, ...more })) }
            : one,
        );
        return { ...reply, body: JSON.stringify({ ...body, answers: changed }) };
      },
    }));
    expect(answered(await other.readOrder(OWNER, 6110)).order).toMatchObject({ invoice: null });
    if ("userid" in more)
      expect(lines).toContainEqual(expect.objectContaining({ event: "billing_foreign_row", action }));
  }
});

test("a list omits drafts and unknown statuses, and logs the unknown ones", async () => {
  const lines = logLines();
  const [, id] = invoices(["Draft", "Overdue"]);
  expect(await read()).toEqual([]);
  expect(lines.map(({ event, row }) => [event, row])).toEqual([["billing_row_unread", id]]);
});

test("a total includes both taxes and does not deduct credit, and an invoice without a tax rate is omitted", async () => {
  logLines();
  const taxes = [
    { rateThousandths: 5_000, amount: 500 },
    { rateThousandths: 9_975, amount: 998 },
  ];
  invoices(["Unpaid"], () => ({ subtotal: 10_000, taxes, credit: 1_000, paid: 250 }));
  const [shown] = await read();
  expect(shown).toMatchObject({ subtotal: 10_000, total: 11_498, creditApplied: 1_000, balanceDue: 10_248 });
  expect(shown?.taxes).toEqual([
    { name: "GST", rate: 5, amount: 500 },
    { name: "QST", rate: 9.975, amount: 998 },
  ]);
  changeRows(whmcs, "GetInvoices", (row) => ({ ...row, taxrate2: null }));
  expect(await read()).toEqual([]);
});

test("an invoice has its own currency, or else the account's currency", async () => {
  changeRows(whmcs, "GetInvoices", (row, index) => ({ ...row, currencycode: index % 2 ? "GBP" : "" }));
  const { items } = answered(await billing.listInvoices(OWNER, { ...ALL, status: "paid" }));
  expect(new Set(items.map(({ currency }) => currency))).toEqual(new Set(["CAD", "GBP"]));
});

test("pages of any size contain each invoice once, in order and with exact amounts", async () => {
  const cents = fc.integer({ min: 0, max: 9_999_999_999 });
  const tax = fc.record({
    rateThousandths: fc.integer({ min: 1, max: 99_999 }),
    amount: fc.integer({ min: 1, max: 999_999 }),
  });
  const invoice = fc.record({
    issuedOn: fc.constantFrom("2024-02-29", "2025-12-31", "2026-05-20"),
    dueOn: fc.constantFrom("2026-05-19", "2026-05-20", "2026-05-21"),
    status: fc.constantFrom("Unpaid", "Payment Pending", "Collections", "Paid", "Cancelled", "Refunded"),
    ...{ subtotal: cents, credit: cents, paid: cents, taxes: fc.array(tax, { maxLength: 2 }) },
  });
  const totalOf = ({ subtotal, taxes }: WhmcsInvoice) => taxes.reduce((sum, { amount }) => sum + amount, subtotal);
  const balanceOf = (row: WhmcsInvoice) =>
    ["Paid", "Refunded", "Cancelled"].includes(row.status) ? 0 : totalOf(row) - row.credit - row.paid;
  const page = fc.integer({ min: 1, max: 50 });
  const property = fc.asyncProperty(fc.array(invoice, { maxLength: 40 }), page, async (rows, limit) => {
    invoices(Array(rows.length).fill("Paid"), (place) => rows[place] as Partial<WhmcsInvoice>);
    const wanted = state.invoices
      .filter(({ clientId }) => clientId === BIG.accountId)
      .toSorted((one, other) => other.issuedOn.localeCompare(one.issuedOn) || other.id - one.id);
    const read = await readAll(limit);
    expect(read.map(({ id, total, balanceDue }) => [id, total, balanceDue])).toEqual(
      wanted.map((row) => [row.id, totalOf(row), balanceOf(row)]),
    );
    for (const { dueOn, overdue, status } of read)
      expect(overdue).toBe(dueOn < "2026-05-20" && (status === "unpaid" || status === "collections"));
  });
  await fc.assert(property, { numRuns: 25 });
});

describe("the names of taxes", () => {
  beforeAll(async () => {
    simulator.addon.facts.taxes = [
      { level: 1, taxrate: "5.00", name: "GST" },
      { level: 1, taxrate: "13.00", name: "HST" },
      { level: 2, taxrate: "9.975", name: "QST" },
    ];
    await whmcs.runScheduledWork();
  });

  test.each([
    ["from the rule for their level and rate", [13_000], ["HST"]],
    ["from one rule each", [5_000, 9_975], ["GST", "QST"]],
    ["from their level if no rule has the rate and the level has only one name", [6_000, 7_500], ["Tax", "QST"]],
  ])("come %s", async (_, rates, names) => {
    const taxes = rates.map((rateThousandths) => ({ rateThousandths, amount: 10 }));
    invoices(["Paid"], () => ({ taxes }));
    const [shown] = await read(whmcs.again().billing);
    expect(shown?.taxes.map(({ name }) => name)).toEqual(names);
  });
});
