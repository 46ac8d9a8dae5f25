import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { IS_HELD_ELSEWHERE, PAID_STATUS } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

const PAYABLE = ["unpaid", "payment_pending", "collections"];

/** Money that came in for an invoice. */
export interface ReceivedMoney {
  amount: MinorUnits;
  /** YYYY-MM-DD. */
  receivedOn: string;
  /** What it is settled once by; null: nothing but the account's revision. */
  reference: string | null;
}

/** The order that an invoice is for; null where no order made it. */
export type InvoicedOrderStatus = "open" | "paid" | "done" | "cancelled" | "failed" | null;

/** What money does to an invoice and its account. */
export interface Allocation {
  /** The invoice afterwards. */
  invoice: CustomerInvoice;
  /** What of the account's credit it takes. */
  creditUsed: MinorUnits;
  /** What of the money pays the invoice. */
  paid: MinorUnits;
  /** What of the money becomes credit of the account. */
  credited: MinorUnits;
}

export function isPayable({ status }: Pick<CustomerInvoice, "status">): boolean {
  return PAYABLE.includes(status);
}

/**
 * Decides what money does. With the account's credit it pays the whole invoice, and the rest is credit. Money that is short, or that
 * comes for what does not have to be paid any more, is credit. An invoice whose order was withdrawn while its payment was pending is
 * paid and given back as credit.
 * @param credit of the account
 */
export function allocationOf(
  invoice: CustomerInvoice,
  order: InvoicedOrderStatus,
  credit: MinorUnits,
  { amount, receivedOn }: ReceivedMoney,
): Allocation {
  const { balanceDue, creditApplied } = invoice;
  const settled = { ...invoice, paidOn: receivedOn, balanceDue: 0, overdue: false };
  const isWithdrawn = order === "cancelled" || order === "failed";
  if (!isPayable(invoice) || (isWithdrawn && amount < balanceDue)) {
    return { invoice, creditUsed: 0, paid: 0, credited: amount };
  }
  if (isWithdrawn) {
    return {
      invoice: { ...settled, status: "refunded" },
      creditUsed: 0,
      paid: balanceDue,
      credited: amount - balanceDue,
    };
  }
  const creditUsed = Math.max(0, balanceDue - amount);
  if (creditUsed > credit) return { invoice, creditUsed: 0, paid: 0, credited: amount };
  return {
    invoice: { ...settled, status: "paid", creditApplied: creditApplied + creditUsed },
    creditUsed,
    paid: balanceDue - creditUsed,
    credited: amount - (balanceDue - creditUsed),
  };
}

/** The statements of an allocation, for a write that expects the account's revision. */
export function settle(
  db: D1Database,
  accountId: number,
  { invoice, creditUsed, paid, credited }: Allocation,
  { receivedOn, reference }: ReceivedMoney,
): D1PreparedStatement[] {
  const { id, status, total } = invoice;
  const isRefunded = status === "refunded" && paid > 0;
  // What was paid by credit before comes back, too.
  const gain = credited + (isRefunded ? total : 0);
  const payment = sql(db)`
    INSERT INTO invoice_payments (invoice_id, amount, credited, reference, paid_on, refunded_on)
    VALUES (${id}, ${paid}, ${credited}, ${reference}, ${receivedOn}, ${isRefunded ? receivedOn : null})`;
  return [
    sql(db)`UPDATE accounts SET credit = credit + ${gain} - ${creditUsed} WHERE id = ${accountId}`,
    ...(paid + credited > 0 ? [payment] : []),
    ...(paid + creditUsed > 0 ? endInvoice(db, invoice, creditUsed) : []),
  ];
}

function endInvoice(db: D1Database, { id, status, paidOn }: CustomerInvoice, creditUsed: MinorUnits) {
  const ended = sql(db)`UPDATE invoices SET status = ${status}, paid_on = ${paidOn},
    credit_applied = credit_applied + ${creditUsed} WHERE id = ${id}`;
  if (status === "refunded") return [ended];
  return [
    ended,
    claimName(db, id, "register"),
    claimName(db, id, "transfer"),
    sql(db)`UPDATE orders SET status = 'paid' WHERE invoice_id = ${id} AND status = 'open'`,
  ];
}

/** Does not take a name that another account has paid for: the order is refused when it is fulfilled. */
function claimName(db: D1Database, invoiceId: number, kind: "register" | "transfer"): D1PreparedStatement {
  return sql(db)`UPDATE domains SET status = ${PAID_STATUS[kind]} WHERE NOT ${raw(IS_HELD_ELSEWHERE)}
    AND id = (SELECT domain_id FROM orders WHERE invoice_id = ${invoiceId} AND status = 'open' AND kind = ${kind})`;
}
