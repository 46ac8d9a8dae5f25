import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { notice } from "../mails/notices.ts";
import { giveBack } from "../records/invoices.ts";
import { IS_HELD_ELSEWHERE, PAID_STATUS } from "../records/orders.ts";
import { event } from "../store/events.ts";
import { part, raw, sql } from "../store/sql.ts";

const PAYABLE = ["unpaid", "payment_pending", "collections"];

/** Money received from a customer. */
export interface ReceivedMoney {
  /** The received amount; 0 if the payment uses only account credit. */
  amount: MinorUnits;
  /** The currency code (ISO 4217). */
  currency: string;
  /** The day of receipt, as YYYY-MM-DD. */
  receivedOn: string;
  /** A unique reference, which prevents recording the money twice. */
  reference: string;
}

/** An invoice with its order. The order is `null` if no order created the invoice. */
export interface InvoiceToPay {
  invoice: CustomerInvoice;
  order: InvoicedOrder | null;
}

export interface InvoicedOrder {
  id: number;
  status: "open" | "paid" | "done" | "cancelled" | "failed";
}

/** How received money is applied to invoices and to account credit. */
export interface Allocation {
  /** The invoices that are paid, in their new state, sorted by number. */
  ended: EndedInvoice[];
  /** The part of the money that becomes account credit. */
  credited: MinorUnits;
}

interface EndedInvoice extends InvoiceToPay {
  /** The amount paid from the received money. `creditUsed` is the amount paid from account credit. */
  paid: MinorUnits;
  creditUsed: MinorUnits;
}

export function isPayable({ status }: Pick<CustomerInvoice, "status">): boolean {
  return PAYABLE.includes(status);
}

/** Checks whether an invoice's order ended without being fulfilled. Money for that invoice becomes credit. */
export function isWithdrawn(order: InvoicedOrder | null): boolean {
  return order?.status === "cancelled" || order?.status === "failed";
}

/**
 * Decides how received money is applied. Together with the account credit, it is applied to whole invoices, in the
 * order of their numbers. The rest becomes credit, as does money for invoices that need no payment. If an order was
 * cancelled or failed while its payment was pending, its invoice is paid and then refunded as credit.
 * @param credit the account credit before the allocation
 */
export function allocationOf(
  invoices: readonly InvoiceToPay[],
  credit: MinorUnits,
  { amount, receivedOn }: Pick<ReceivedMoney, "amount" | "receivedOn">,
): Allocation {
  const left = { money: amount, credit };
  const ended: EndedInvoice[] = [];
  const payable = invoices.filter(({ invoice }) => isPayable(invoice));
  for (const { invoice, order } of payable.toSorted((one, other) => one.invoice.id - other.invoice.id)) {
    const isRefunded = isWithdrawn(order);
    const { balanceDue, creditApplied } = invoice;
    const paid = Math.min(balanceDue, left.money);
    const creditUsed = balanceDue - paid;
    if (creditUsed > (isRefunded ? 0 : left.credit)) continue;
    left.money -= paid;
    left.credit -= creditUsed;
    const settled = { paidOn: receivedOn, balanceDue: 0, overdue: false, creditApplied: creditApplied + creditUsed };
    const status = isRefunded ? "refunded" : "paid";
    ended.push({ invoice: { ...invoice, ...settled, status }, order, paid, creditUsed });
  }
  return { ended, credited: left.money };
}

/**
 * Returns the statements that store an allocation. The caller must write them with the account revision that the
 * allocation is based on.
 * @param at the current time, in epoch milliseconds
 */
export function settle(
  db: D1Database,
  accountId: number,
  { ended, credited }: Allocation,
  money: ReceivedMoney,
  at: number,
): D1PreparedStatement[] {
  const used = ended.reduce((sum, { creditUsed }) => sum + creditUsed, 0);
  return [
    ...(money.amount > 0 ? [recordMoney(db, accountId, money)] : []),
    sql(db)`UPDATE accounts SET credit = credit + ${credited} - ${used} WHERE id = ${accountId}`,
    ...ended.flatMap((each) => endInvoice(db, each, money, at)),
    ...ended.flatMap(({ invoice: { id, status } }) =>
      status === "paid" ? [notice(db, { accountId }, at, { kind: "invoicePaid", invoiceId: id })] : [],
    ),
  ];
}

/**
 * Returns the statement that records received money.
 * @param accountId the account that paid; `null` if the money belongs to no account here
 */
export function recordMoney(db: D1Database, accountId: number | null, money: ReceivedMoney): D1PreparedStatement {
  const { amount, currency, receivedOn, reference } = money;
  return sql(db)`INSERT INTO payments (account_id, reference, amount, currency, received_on)
    VALUES (${accountId}, ${reference}, ${amount}, ${currency}, ${receivedOn})`;
}

function endInvoice(
  db: D1Database,
  { invoice: { id, status, paidOn }, paid, creditUsed }: EndedInvoice,
  { reference, receivedOn }: ReceivedMoney,
  at: number,
): D1PreparedStatement[] {
  const ofOrder = part`invoice_id = ${id} AND status = 'open'`;
  const payment = sql(db)`INSERT INTO invoice_payments (payment_id, invoice_id, amount)
    SELECT id, ${id}, ${paid} FROM payments WHERE reference = ${reference}`;
  return [
    ...(paid > 0 ? [payment] : []),
    sql(db)`UPDATE invoices SET status = 'paid', paid_on = ${paidOn}, credit_applied = credit_applied + ${creditUsed}
      WHERE id = ${id}`,
    ...(status === "refunded"
      ? giveBack(db, id, receivedOn)
      : [
          claimName(db, id, "register"),
          claimName(db, id, "transfer"),
          event(db, at, "invoice.paid", part`id = ${id}`),
          event(db, at, "order.paid", ofOrder),
          sql(db)`UPDATE orders SET status = 'paid' WHERE ${ofOrder}`,
        ]),
  ];
}

/**
 * Returns the statement that claims the domain of a paid order. If another account has already paid for the domain, the
 * statement changes nothing, and fulfilment refuses the order.
 */
function claimName(db: D1Database, invoiceId: number, kind: "register" | "transfer"): D1PreparedStatement {
  return sql(db)`UPDATE domains SET status = ${PAID_STATUS[kind]} WHERE NOT ${raw(IS_HELD_ELSEWHERE)}
    AND id = (SELECT domain_id FROM orders WHERE invoice_id = ${invoiceId} AND status = 'open' AND kind = ${kind})`;
}
