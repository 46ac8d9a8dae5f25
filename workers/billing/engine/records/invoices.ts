import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { CustomerInvoice, InvoiceList, InvoiceListKey } from "../../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { CLOCK_OFFSET } from "../clock/billing-clock.ts";
import { type Tax, toInvoiceTax } from "../invoices/taxes.ts";
import type { Store } from "../store/account-store.ts";
import { Assigned, part, raw, type SqlPart, sql, type TypedStatement } from "../store/sql.ts";

/**
 * Lists invoices by issue date and id, newest first, without drafts. `unpaid` includes pending payments and
 * collections.
 */
export function listInvoices({ accounts, clock }: Store, query: ActorQuery, list: InvoiceList) {
  const conditions = [raw(BY_STATUS[list.status])];
  if (list.after) conditions.push(part`(i.issued_on, i.id) < (${list.after.issuedOn}, ${list.after.id})`);
  const order = { conditions, orderBy: "i.issued_on DESC, i.id DESC", limit: list.limit };
  return accounts.page(
    query,
    { select: INVOICES, accountColumn: "i.account_id", ...order },
    (row: InvoiceRow) => toInvoice(row, clock.moment(row.clockOffsetMs).today),
    ({ issuedOn, id }): InvoiceListKey => ({ issuedOn, id }),
  );
}

/** Returns the statement that reads an invoice. It reads at most one row, and never a draft. */
export function invoiceRead(db: D1Database, accountId: number, invoiceId: number): TypedStatement<InvoiceRow> {
  return sql(db)`${raw(INVOICES)} WHERE i.id = ${invoiceId} AND i.account_id = ${accountId} AND i.status <> 'draft'`;
}

/** SQL: whether an invoice `i` is not paid yet. This is the exact condition of the index `invoices_unpaid`. */
export const UNPAID = "i.status IN ('unpaid', 'payment_pending', 'collections')";

/** SQL: the exact conditions of the indexes `invoices_unpaid`, `invoices_paid` and `invoices_issued`. */
const BY_STATUS: Record<InvoiceList["status"], string> = {
  unpaid: UNPAID,
  paid: "i.status = 'paid'",
  all: "i.status <> 'draft'",
};

export const INVOICES = `
  SELECT ${CLOCK_OFFSET} AS clockOffsetMs, i.id, i.number, i.status, i.issued_on AS issuedOn, i.due_on AS dueOn,
    i.paid_on AS paidOn, a.currency, i.subtotal, i.credit_applied AS creditApplied,
    i.taxes, i.total,
    (SELECT coalesce(sum(p.amount), 0) FROM invoice_payments p WHERE p.invoice_id = i.id) AS paid
  FROM invoices i JOIN accounts a ON a.id = i.account_id`;

/** A stored invoice. `taxes` is a JSON array of {@link Tax}. */
export type InvoiceRow = Omit<CustomerInvoice, "taxes" | "balanceDue" | "overdue"> & {
  clockOffsetMs: number;
  taxes: string;
  paid: number;
};

export function toInvoice({ taxes: json, paid, ...row }: InvoiceRow, today: string): CustomerInvoice {
  const stored: Tax[] = JSON.parse(json);
  const { id, number, issuedOn, dueOn, paidOn, currency, subtotal, creditApplied, total, status } = row;
  return {
    ...{
      id,
      number,
      issuedOn,
      dueOn,
      paidOn,
      currency,
      subtotal,
      taxes: stored.map(toInvoiceTax),
      creditApplied,
      total,
    },
    balanceDue: status === "cancelled" || status === "refunded" ? 0 : total - creditApplied - paid,
    status,
    overdue: dueOn < today && (status === "unpaid" || status === "collections"),
  };
}

/** Returns the SQL condition that a refund belongs to an invoice's payment and has not failed. */
const wentBack = (invoiceId: number) => `state <> 'failed'
  AND payment_id IN (SELECT payment_id FROM invoice_payments WHERE invoice_id = ${invoiceId})`;

/**
 * Returns the amount that becomes credit when an invoice is reversed. It excludes parts of the payment that were
 * already refunded without using credit.
 */
export function creditOf(invoiceId: number): Assigned<MinorUnits> {
  return new Assigned(`(SELECT max(0, total - (SELECT coalesce(sum(amount - from_credit), 0) FROM refunds
    WHERE ${wentBack(invoiceId)})) FROM invoices WHERE id = ${invoiceId})`);
}

/**
 * Returns the statements that refund a paid invoice as account credit. {@link creditOf} determines the amount.
 * @param today the day of the refund, as YYYY-MM-DD
 * @param condition an additional condition for every statement
 */
export function giveBack(
  db: D1Database,
  invoiceId: number,
  today: string,
  condition: SqlPart = part`TRUE`,
): D1PreparedStatement[] {
  const paid = part`EXISTS (SELECT 1 FROM invoices WHERE id = ${invoiceId} AND status = 'paid') AND ${condition}`;
  return [
    sql(db)`UPDATE accounts SET credit = credit + ${creditOf(invoiceId)}
      WHERE id = (SELECT account_id FROM invoices WHERE id = ${invoiceId}) AND ${paid}`,
    sql(db)`UPDATE refunds SET from_credit = amount WHERE ${raw(wentBack(invoiceId))} AND ${paid}`,
    sql(db)`UPDATE invoice_payments SET refunded_on = ${today} WHERE invoice_id = ${invoiceId} AND ${paid}`,
    sql(db)`UPDATE invoices SET status = 'refunded' WHERE id = ${invoiceId} AND ${paid}`,
  ];
}
