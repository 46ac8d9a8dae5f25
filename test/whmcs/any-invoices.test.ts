import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import type { WhmcsInvoice } from "../../dev/whmcs/state.ts";
import type { CustomerInvoice, InvoiceListKey } from "../../shared/billing-contract/customer.ts";
import { BIG, everyItem } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ now: () => Date.parse("2026-05-20T15:00:00Z") });
const { billing, simulator } = whmcs;
const { state, faults, installation } = simulator;
const [one] = state.invoices.filter(({ clientId }) => clientId === BIG.accountId);

afterAll(() => whmcs.stop());

type Row = Record<string, unknown>;

const keyed = (rows: Row[], keyOf: (row: Row, index: number) => unknown) =>
  Object.fromEntries(rows.map((row, index) => [String(keyOf(row, index)), row]));

/** The six forms of a list. */
const FORMS: ((rows: Row[]) => unknown)[] = [
  (rows) => ({ invoice: rows }),
  (rows) => rows,
  (rows) => keyed(rows, (_, index) => index),
  (rows) => ({ invoice: keyed(rows, (row) => row.id) }),
  (rows) => (rows.length === 1 ? rows[0] : { invoice: rows }),
  (rows) => (rows.length === 0 ? "" : { invoice: rows }),
];

const cents = fc.integer({ min: 0, max: 9_999_999_999 });

const invoice = fc.record({
  issuedOn: fc.constantFrom("2024-02-29", "2025-12-31", "2026-01-01", "2026-05-19", "2026-05-20"),
  dueOn: fc.constantFrom("2026-05-19", "2026-05-20", "2026-05-21"),
  paidAt: fc.constantFrom(null, "2026-03-08T06:59:59Z"),
  status: fc.constantFrom("Draft", "Unpaid", "Payment Pending", "Collections", "Paid", "Cancelled", "Refunded"),
  ...{ subtotal: cents, credit: cents, paid: cents },
  taxes: fc.array(
    fc.record({ rateThousandths: fc.integer({ min: 1, max: 99_999 }), amount: fc.integer({ min: 1, max: 999_999 }) }),
    {
      maxLength: 2,
    },
  ),
});

const totalOf = ({ subtotal, taxes }: WhmcsInvoice) => taxes.reduce((sum, { amount }) => sum + amount, subtotal);

/** What is left to pay of it. */
const balanceOf = (row: WhmcsInvoice) =>
  ["Paid", "Refunded", "Cancelled"].includes(row.status) ? 0 : totalOf(row) - row.credit - row.paid;

test("any invoices, in any form and on pages of any size: each once, in order, with its exact amounts", async () => {
  const cases = fc.asyncProperty(
    fc.array(invoice, { maxLength: 40 }),
    fc.constantFrom(...FORMS),
    fc.integer({ min: 1, max: 50 }),
    fc.constantFrom(25, 40, Number.POSITIVE_INFINITY),
    async (rows, form, limit, maxRows) => {
      const own = rows.map((row, index) => ({ ...(one as WhmcsInvoice), ...row, id: 9_000 + index, number: "" }));
      state.invoices = own;
      Object.assign(installation.quirks, NO_QUIRKS, { maxRows });
      faults.clear();
      const change = (members: Row) => ({
        ...members,
        invoices: form((members.invoices as { invoice: Row[] }).invoice),
      });
      faults.plan({ kind: "changed", change }, { action: "GetInvoices" });
      const read = await everyItem<CustomerInvoice, InvoiceListKey>((key) =>
        billing.listInvoices(BIG, { status: "all", limit, ...key }),
      );
      const wanted = own
        .filter(({ status }) => status !== "Draft")
        .toSorted((a, b) => b.issuedOn.localeCompare(a.issuedOn) || b.id - a.id);
      expect(read.map(({ id, total, balanceDue }) => [id, total, balanceDue])).toEqual(
        wanted.map((row) => [row.id, totalOf(row), balanceOf(row)]),
      );
      for (const [index, { subtotal, taxes, dueOn, issuedOn, overdue, status }] of read.entries()) {
        const row = wanted[index] as WhmcsInvoice;
        expect([subtotal, dueOn, issuedOn]).toEqual([row.subtotal, row.dueOn, row.issuedOn]);
        expect(taxes.map(({ rate, amount }) => [rate, amount])).toEqual(
          row.taxes.map(({ rateThousandths, amount }) => [rateThousandths / 1_000, amount]),
        );
        expect(overdue).toBe(dueOn < "2026-05-20" && (status === "unpaid" || status === "collections"));
      }
    },
  );
  await fc.assert(cases, { numRuns: 25 });
});
