import type { IntentObject } from "../../../../dev/stripe/stripe-state.ts";
import { daysAfter } from "../model/calendar.ts";
import { type InvoiceRow, linesOf, type OrderRow } from "../model/rows.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

/** Each invoice is created in the same transaction as its order, and has the next invoice number. */
export const invoicesAreOrders: Rule = ({ tx, state, today, fail }) => {
  const highest = Math.max(0, ...[...state.rows.invoices.keys()].slice(-1).map(Number));
  for (const [index, invoice] of tx.inserted("invoices").entries()) {
    const { id, number, status, issued_on, subtotal } = invoice;
    if (id !== highest + 1 + index || number !== `${today.slice(0, 4)}-${id}`)
      fail("invoice numbers have no gap", invoice);
    if (status !== "unpaid" || issued_on !== today || invoice.paid_on !== null || invoice.credit_applied !== 0)
      fail("an invoice begins unpaid", invoice);
    const orders = tx.inserted("orders").filter(({ invoice_id }) => invoice_id === id);
    const [order] = orders;
    if (orders.length !== 1 || order?.status !== "open" || order.account_id !== invoice.account_id)
      fail("an invoice has one order", { invoice, orders });
    const sum = linesOf(invoice).reduce((all, { amount }) => all + BigInt(amount), 0n);
    if (sum !== BigInt(subtotal) || sum <= 0n) fail("the lines add up to the subtotal", invoice);
  }
};

/** Only scheduled work charges a saved card, and only for a renewal that scheduled work created. */
export const onlyRenewalsAreCharged: Rule = ({ tx, state, fail }) => {
  for (const charge of tx.inserted("charges")) {
    const order = state.orderOfInvoice(charge.invoice_id);
    if (tx.task.kind !== "jobs" || order?.automatic !== 1)
      fail("only automatic renewals are charged", { charge, order });
  }
};

/** An issued invoice keeps its lines, taxes, totals, issue date and due date. */
export const issuedInvoicesStay: Rule = ({ tx, fail }) => {
  for (const { before, after } of tx.of("invoices")) {
    if (before && after === null) fail("an invoice is never deleted", before);
    if (before && after && !isSameBut(before, after, ["status", "paid_on", "credit_applied", "reminded"]))
      fail("an issued invoice does not change", { before, after });
  }
};

/** Each status change of an invoice matches the status of its order and the received money. */
export const invoicesMoveWithOrders: Rule = (judged) => {
  const { tx, state, today, fail } = judged;
  for (const { before, after } of tx.updated("invoices")) {
    if (before.status === after.status) {
      if (!isSameBut(before, after, ["reminded"])) fail("an invoice changes with its status", { before, after });
      continue;
    }
    const order = state.orderOfInvoice(after.id);
    if (!order) {
      fail("an invoice has an order", after);
      continue;
    }
    const moved = `${before.status} to ${after.status}`;
    switch (moved) {
      case "unpaid to paid":
      case "payment_pending to paid":
        if (!tx.moved("orders", order.id, "open", "paid")) fail("a paid invoice's order is paid", { after, order });
        break;
      case "payment_pending to refunded":
        if (!isOver(order)) fail("a late payment belongs to an ended order", { after, order });
        break;
      case "paid to refunded":
        if (!tx.moved("orders", order.id, "paid", "failed") && tx.inserted("refunds").length === 0)
          fail("only a failed order or a refund returns the money of a paid invoice", { after, order });
        break;
      case "unpaid to cancelled":
        if (!tx.moved("orders", order.id, "open", "cancelled"))
          fail("a cancelled invoice's order is cancelled", { after, order });
        break;
      case "payment_pending to cancelled":
        if (!isOver(order) || (!hasFailed(judged, after) && daysAfter(after.due_on, 120) >= today))
          fail("an invoice waits for its pending payment", { after, order });
        break;
      case "unpaid to payment_pending":
        if (
          !tx.inserted("charges").some(({ invoice_id }) => invoice_id === after.id) &&
          !sessionsOf(judged, after).some(({ status }) => status === "processing")
        )
          fail("a payment is pending at the bank", after);
        break;
      case "payment_pending to unpaid":
        if (isOver(order) || !hasFailed(judged, after)) fail("a payment has failed", { after, order });
        break;
      default:
        fail("an invoice's status goes forward", { before, after });
    }
  }
};

function isOver({ status }: OrderRow): boolean {
  return status === "cancelled" || status === "failed";
}

/** Returns the Stripe payments for an invoice. A payment may also cover other invoices. */
function sessionsOf({ stripe }: Judged, { id }: InvoiceRow): IntentObject[] {
  return [...stripe.intents.values()].filter(({ metadata }) =>
    String(metadata.invoices).split(" ").includes(String(id)),
  );
}

/** Returns whether a pending payment failed: the bank refused it, or the money does not cover the invoice. */
function hasFailed(judged: Judged, invoice: InvoiceRow): boolean {
  const isUncharged = judged.tx
    .updated("charges")
    .some(({ after: { invoice_id, state } }) => invoice_id === invoice.id && state === "failed");
  return isUncharged || sessionsOf(judged, invoice).some(({ status }) => status !== "processing");
}
