import { daysAfter } from "../model/calendar.ts";
import { type InvoiceRow, linesOf } from "../model/rows.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

/** Each invoice is made with its order, in one transaction, and has the next number. */
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
    if (sum !== BigInt(subtotal) || sum <= 0n) fail("the lines are the subtotal", invoice);
  }
};

/** What was issued stays: amounts, lines, taxes and dates. */
export const issuedInvoicesStay: Rule = ({ tx, fail }) => {
  for (const { before, after } of tx.of("invoices")) {
    if (before && after === null) fail("an invoice is never deleted", before);
    if (before && after && !isSameBut(before, after, ["status", "paid_on", "credit_applied", "reminded"]))
      fail("an issued invoice does not change", { before, after });
  }
};

/** Each change of an invoice's status goes with that of its order, and its money. */
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
        takenOnce(judged, before, after);
        break;
      case "payment_pending to refunded":
        if (order.status !== "cancelled" && order.status !== "failed")
          fail("late money is of an ended order", { after, order });
        takenOnce(judged, before, after);
        break;
      case "paid to refunded":
        if (!tx.moved("orders", order.id, "paid", "failed"))
          fail("money goes back for a failed order", { after, order });
        for (const payment of state.partsOf("invoice_payments", after.id)) {
          if (
            payment.refunded_on !== null ||
            tx.after("invoice_payments", payment.payment_id, payment.invoice_id)?.refunded_on !== today
          )
            fail("a payment goes back once, on its day", payment);
        }
        break;
      case "unpaid to cancelled":
        if (!tx.moved("orders", order.id, "open", "cancelled"))
          fail("a cancelled invoice's order is cancelled", { after, order });
        break;
      case "payment_pending to cancelled":
        if (order.status !== "cancelled" || daysAfter(after.due_on, 120) >= today)
          fail("a pending payment is waited for", { after, order });
        break;
      case "unpaid to payment_pending":
        if (tx.task.kind !== "outside") fail("a payment is announced from outside", after);
        break;
      default:
        fail("an invoice's status goes forward", { before, after });
    }
  }
};

/** Credit first, money for the rest, once. */
function takenOnce({ tx, state, today, fail }: Judged, before: InvoiceRow, after: InvoiceRow): void {
  const total = state.totalOf(after.id);
  const credit = BigInt(state.get("accounts", after.account_id).credit);
  const isLate = after.status === "refunded";
  const used = isLate ? 0n : credit < total ? credit : total;
  const payments = tx.inserted("invoice_payments").filter(({ invoice_id }) => invoice_id === after.id);
  const money = payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (before.credit_applied !== 0 || BigInt(after.credit_applied) !== used)
    fail("credit is used before money", { after, credit, total });
  if (money + used !== total) fail("what is paid is the total", { after, total, used, payments });
  if (payments.length + state.partsOf("invoice_payments", after.id).length > 1)
    fail("an invoice is paid once", payments);
  if (after.paid_on !== today || tx.inserted("payments").some(({ received_on }) => received_on !== today))
    fail("it is paid on the day", { after, payments });
  if (payments.some(({ refunded_on }) => refunded_on !== (isLate ? today : null)))
    fail("late money goes back at once", payments);
}

/** A payment stands alone, or is given back, with its invoice, and pays as much as came in. */
export const paymentsStay: Rule = ({ tx, state, fail }) => {
  for (const { before, after } of tx.of("payments")) {
    const paid = tx.inserted("invoice_payments").filter(({ payment_id }) => payment_id === after?.id);
    if (before || paid.reduce((sum, { amount }) => sum + amount, 0) !== after?.amount)
      fail("what comes in is recorded once, and pays", { before, after, paid });
  }
  for (const { before, after } of tx.of("invoice_payments")) {
    const invoice = tx.of("invoices").find(({ key }) => key === String((after ?? before)?.invoice_id));
    if (before && after === null) fail("a payment is never deleted", before);
    if (before && after && !isSameBut(before, after, ["refunded_on"]))
      fail("a payment does not change", { before, after });
    if (!invoice?.before || invoice.before.status === invoice.after?.status)
      fail("a payment goes with its invoice", {
        before,
        after,
        invoice: state.row("invoices", after?.invoice_id ?? 0),
      });
  }
};
