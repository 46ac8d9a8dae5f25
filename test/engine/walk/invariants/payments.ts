import type { InvoiceRow, PaymentRow } from "../model/rows.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

/** An invoice that was paid or refunded, with the money and credit that was used for it. */
interface Ended {
  invoice: number;
  status: InvoiceRow["status"];
  money: number;
  credit: number;
}

const PAYABLE: InvoiceRow["status"][] = ["unpaid", "payment_pending"];
const ENDED: InvoiceRow["status"][] = ["paid", "refunded"];

/** Each payment is recorded once. Money and account credit pay whole invoices, in the order of their numbers. */
export const moneyPaysInvoices: Rule = (judged) => {
  const { tx, state, today, fail } = judged;
  const received = tx.inserted("payments");
  const [payment = null] = received;
  const moved = tx
    .updated("invoices")
    .filter(({ before, after }) => PAYABLE.includes(before.status) && ENDED.includes(after.status))
    .map(({ before, after }) => ({ before, after }));
  if (received.length > 1) fail("a transaction records at most one payment", received);
  if (payment && !cameIn(judged, payment)) fail("each recorded payment was received", payment);
  const account = payment?.account_id ?? moved[0]?.after.account_id;
  if (account === undefined || account === null) return;
  const named = payment ? invoicesOf(judged, payment) : moved.map(({ after }) => after.id);
  const invoices = named.map((id) => state.get("invoices", id)).filter(({ account_id }) => account_id === account);
  const expected = allocated(judged, invoices, payment?.amount ?? 0, state.get("accounts", account).credit);
  const found = moved.map(({ before, after }): Ended => {
    const parts = tx.inserted("invoice_payments").filter(({ invoice_id }) => invoice_id === after.id);
    const money = parts.reduce((sum, { amount }) => sum + amount, 0);
    const isLate = after.status === "refunded";
    if (
      parts.some(({ payment_id, refunded_on }) => payment_id !== payment?.id || refunded_on !== (isLate ? today : null))
    )
      fail("an invoice is paid by its own payment", parts);
    if (after.paid_on !== today) fail("an invoice is paid on the day of its payment", after);
    return { invoice: after.id, status: after.status, money, credit: after.credit_applied - before.credit_applied };
  });
  const sorted = found.toSorted((one, other) => one.invoice - other.invoice);
  if (JSON.stringify(sorted) !== JSON.stringify(expected))
    fail("money pays whole invoices", { payment, found, expected });
  if (tx.inserted("invoice_payments").length !== found.filter(({ money }) => money > 0).length)
    fail("a payment goes with its invoice", tx.inserted("invoice_payments"));
};

/** Returns whether a payment is new and dated today, and either succeeded at Stripe or was recorded by an operator. */
function cameIn({ state, stripe, transfers, today }: Judged, payment: PaymentRow): boolean {
  const { reference, amount, account_id: account, received_on: day } = payment;
  const intent = stripe.intents.get(reference);
  const isThere = intent
    ? intent.status === "succeeded" && intent.amount === amount && Number(intent.metadata.account) === account
    : transfers.has(reference);
  return isThere && day === today && ![...state.rows.payments.values()].some((other) => other.reference === reference);
}

function invoicesOf({ stripe, transfers }: Judged, { reference }: PaymentRow): number[] {
  const named = stripe.intents.get(reference)?.metadata.invoices ?? String(transfers.get(reference));
  return String(named).split(" ").map(Number);
}

function allocated({ state }: Judged, invoices: InvoiceRow[], money: number, credit: number): Ended[] {
  const ended: Ended[] = [];
  for (const { id } of invoices.filter(({ status }) => PAYABLE.includes(status)).toSorted((a, b) => a.id - b.id)) {
    const order = state.orderOfInvoice(id);
    const isOver = order?.status === "cancelled" || order?.status === "failed";
    const total = Number(state.totalOf(id));
    const byMoney = Math.min(total, money);
    if (total - byMoney > (isOver ? 0 : credit)) continue;
    money -= byMoney;
    credit -= total - byMoney;
    ended.push({ invoice: id, status: isOver ? "refunded" : "paid", money: byMoney, credit: total - byMoney });
  }
  return ended;
}

/** A payment changes only if it is disputed. The part that paid an invoice is refunded once, with the invoice. */
export const paymentsStay: Rule = ({ tx, stripe, today, fail }) => {
  for (const { before, after } of tx.of("payments")) {
    if (before && after === null) fail("a payment is never deleted", before);
    if (!before || !after) continue;
    const isSame = isSameBut(before, after, ["disputed_on"]);
    if (!isSame || !stripe.disputes.some(({ payment_intent }) => payment_intent === after.reference))
      fail("a payment does not change", { before, after });
  }
  for (const { before, after } of tx.of("invoice_payments")) {
    if (before && after === null) fail("a payment is never deleted", before);
    if (!before || !after) continue;
    const isBack = before.refunded_on === null && after.refunded_on === today;
    if (
      !isBack ||
      !isSameBut(before, after, ["refunded_on"]) ||
      !tx.moved("invoices", after.invoice_id, "paid", "refunded")
    )
      fail("a payment goes with its invoice", { before, after });
  }
};

/** The refunds of a payment never exceed its amount. A completed refund of a Stripe payment exists at Stripe. */
export const refundsAreOfPayments: Rule = ({ tx, state, stripe, fail }) => {
  for (const { before, after } of tx.of("refunds")) {
    if (!after) {
      fail("a refund is never deleted", before);
      continue;
    }
    const payment = state.get("payments", after.payment_id);
    const others = state
      .partsOf("refunds", payment.id)
      .filter(({ id, state: was }) => id !== after.id && was !== "failed");
    const sum = others.reduce((all, { amount }) => all + amount, after.state === "failed" ? 0 : after.amount);
    if (sum > payment.amount) fail("refunds never exceed the payment", { payment, after, others });
    const made = stripe.refunds.find(({ id }) => id === after.stripe_refund);
    const isAtStripe = stripe.intents.has(payment.reference);
    if (
      after.state === "done" &&
      isAtStripe &&
      (made?.amount !== after.amount || made.payment_intent !== payment.reference)
    )
      fail("a recorded refund exists", { payment, after, made });
    if (!before) continue;
    const moves = { asked: ["asked", "done", "failed"], done: ["done", "failed"], failed: ["failed"] }[before.state];
    if (!moves.includes(after.state) || !isSameBut(before, after, ["state", "stripe_refund", "from_credit"]))
      fail("a refund goes forward", { before, after });
  }
};
