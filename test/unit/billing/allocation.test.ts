import { expect, test } from "vitest";
import type { CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import { allocationOf, type InvoicedOrder } from "../../../workers/billing/engine/payments/allocation.ts";
import { checkoutAmount } from "../../../workers/billing/engine/payments/payment-settings.ts";

const DAY = "2026-11-29";

function invoice(id: number, balanceDue: number, status: CustomerInvoice["status"] = "unpaid", order = "open") {
  const dates = { issuedOn: DAY, dueOn: DAY, paidOn: null, overdue: false };
  const amounts = { currency: "CAD", subtotal: balanceDue, taxes: [], creditApplied: 0, total: balanceDue, balanceDue };
  return {
    invoice: { id, number: `2026-${id}`, status, ...dates, ...amounts },
    order: { id, status: order } as InvoicedOrder,
  };
}
const [ONE, TWO, THREE] = [invoice(1, 1000), invoice(2, 500), invoice(3, 300)];

const PAID = invoice(1, 0, "paid", "done");
const WITHDRAWN = invoice(1, 0, "cancelled", "cancelled");
const LATE = invoice(1, 1000, "payment_pending", "cancelled");

/** Each settled invoice is written as its number, its status, and its shares of the payment and of the credit. */
test.each<[what: string, money: number, credit: number, ReturnType<typeof invoice>[], ended: string, credited: number]>(
  [
    ["the due amount pays the invoice", 1000, 0, [ONE], "1 paid 1000+0", 0],
    ["an overpayment becomes credit", 1200, 0, [ONE], "1 paid 1000+0", 200],
    ["an underpayment becomes credit", 900, 0, [ONE], "", 900],
    ["credit pays the rest", 900, 150, [ONE], "1 paid 900+100", 0],
    ["credit for one invoice pays the first", 0, 1000, [ONE, TWO], "1 paid 0+1000", 0],
    ["credit alone pays the invoice", 0, 1000, [ONE], "1 paid 0+1000", 0],
    ["a paid invoice takes nothing", 1000, 0, [PAID], "", 1000],
    ["a withdrawn invoice takes nothing", 1000, 0, [WITHDRAWN], "", 1000],
    ["a late invoice is paid and refunded", 1000, 500, [LATE], "1 refunded 1000+0", 0],
    ["a late invoice takes no credit", 900, 500, [LATE], "", 900],
    [
      "several invoices are paid in the order of their numbers",
      1800,
      0,
      [THREE, ONE, TWO],
      "1 paid 1000+0, 2 paid 500+0, 3 paid 300+0",
      0,
    ],
    [
      "an amount for some invoices pays only whole invoices",
      1600,
      0,
      [ONE, TWO, THREE],
      "1 paid 1000+0, 2 paid 500+0",
      100,
    ],
    ["an invoice that exceeds the amount is skipped", 900, 0, [ONE, TWO, THREE], "2 paid 500+0, 3 paid 300+0", 100],
    ["credit pays as many invoices as possible", 1200, 300, [ONE, TWO], "1 paid 1000+0, 2 paid 200+300", 0],
    ["money without an invoice becomes credit", 700, 0, [], "", 700],
  ],
)(
  "a payment pays whole invoices in order of their numbers, and the rest becomes credit: %s",
  (_, amount, credit, invoices, ended, credited) => {
    const allocation = allocationOf(invoices, credit, { amount, receivedOn: DAY });
    const shown = allocation.ended.map(
      ({ invoice: { id, status }, paid, creditUsed }) => `${id} ${status} ${paid}+${creditUsed}`,
    );
    expect([shown.join(", "), allocation.credited]).toEqual([ended, credited]);
  },
);

test.each<[number, number, number | null]>([
  [1000, 0, 1000],
  [1000, 400, 600],
  [1000, 1000, 0],
  [1000, 2000, 0],
  // Some credit is left, because a card payment must be at least 50 cents.
  [1000, 980, 50],
  [50, 0, 50],
  [49, 0, null],
  [49, 10, null],
  [49, 49, 0],
])("with a balance of %i and a credit of %i, the card pays %s", (balance, credit, amount) => {
  expect(checkoutAmount(balance, credit)).toBe(amount);
});
