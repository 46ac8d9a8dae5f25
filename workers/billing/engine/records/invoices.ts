import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type {
  CustomerInvoice,
  InvoiceList,
  InvoiceListKey,
  InvoiceTax,
} from "../../../../shared/billing-contract/customer.ts";
import { CLOCK_OFFSET } from "../clock/billing-clock.ts";
import type { Condition, Store } from "../store/account-store.ts";
import type { TypedStatement } from "../store/batch.ts";
import { raw, sql } from "../store/sql.ts";

/** By issue date, then id, newest first; never drafts. `unpaid`: also with a payment pending and in collections. */
export function listInvoices(store: Store, query: ActorQuery, list: InvoiceList) {
  const conditions: Condition[] = [{ sql: BY_STATUS[list.status], values: [] }];
  if (list.after) {
    conditions.push({ sql: "(i.issued_on, i.id) < (?, ?)", values: [list.after.issuedOn, list.after.id] });
  }
  const order = { conditions, orderBy: "i.issued_on DESC, i.id DESC", limit: list.limit };
  return store.accounts.page(
    query,
    { select: INVOICES, accountColumn: "i.account_id", ...order },
    invoiceReader(store),
    ({ issuedOn, id }): InvoiceListKey => ({ issuedOn, id }),
  );
}

/** Unpaid invoices by due date, those with a payment pending last. */
export function listUnpaidInvoices(store: Store, query: ActorQuery, limit: number) {
  const conditions = [{ sql: UNPAID, values: [] }];
  return store.accounts.page(
    query,
    {
      ...{ select: INVOICES, accountColumn: "i.account_id", conditions, limit },
      orderBy: "i.status = 'payment_pending', i.due_on, i.id",
    },
    invoiceReader(store),
    ({ dueOn, id }) => ({ dueOn, id }),
  );
}

/** At most one row; never a draft. */
export function invoiceRead(db: D1Database, accountId: number, invoiceId: number): TypedStatement<InvoiceRow> {
  return sql(db)`${raw(INVOICES)} WHERE i.id = ${invoiceId} AND i.account_id = ${accountId} AND i.status <> 'draft'`;
}

/** Makes invoices of rows, all as of the same day. */
function invoiceReader({ clock }: Store): (row: InvoiceRow) => CustomerInvoice {
  let today: string | undefined;
  return (row) => {
    today ??= clock.moment(row.clock_offset_ms).today;
    return toInvoice(row, today);
  };
}

/** Of an invoice `i`: not paid yet. Verbatim the condition of the index `invoices_unpaid`. */
export const UNPAID = "i.status IN ('unpaid', 'payment_pending', 'collections')";

/** Verbatim the conditions of the indexes `invoices_unpaid`, `invoices_paid` and `invoices_issued`. */
const BY_STATUS: Record<InvoiceList["status"], string> = {
  unpaid: UNPAID,
  paid: "i.status = 'paid'",
  all: "i.status <> 'draft'",
};

export const INVOICES = `
  SELECT ${CLOCK_OFFSET} AS clock_offset_ms, i.id, i.number, i.status, i.issued_on, i.due_on, i.paid_on, a.currency, i.subtotal, i.credit_applied,
    (SELECT json_group_array(
        json_object('name', t.name, 'rateThousandths', t.rate_thousandths, 'amount', t.amount) ORDER BY t.position)
      FROM invoice_taxes t WHERE t.invoice_id = i.id) AS taxes,
    (SELECT coalesce(sum(p.amount), 0) FROM invoice_payments p WHERE p.invoice_id = i.id) AS paid
  FROM invoices i JOIN accounts a ON a.id = i.account_id`;

export interface InvoiceRow {
  clock_offset_ms: number;
  id: number;
  number: string;
  status: CustomerInvoice["status"];
  issued_on: string;
  due_on: string;
  paid_on: string | null;
  currency: CustomerInvoice["currency"];
  subtotal: number;
  credit_applied: number;
  /** A JSON array of {@link TaxRow}. */
  taxes: string;
  paid: number;
}

interface TaxRow {
  name: string;
  rateThousandths: number;
  amount: number;
}

export function toInvoice(row: InvoiceRow, today: string): CustomerInvoice {
  const taxes: InvoiceTax[] = (JSON.parse(row.taxes) as TaxRow[]).map(({ name, rateThousandths, amount }) => ({
    name,
    rate: rateThousandths / 1000,
    amount,
  }));
  const total = taxes.reduce((sum, { amount }) => sum + amount, row.subtotal);
  return {
    id: row.id,
    number: row.number,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    paidOn: row.paid_on,
    currency: row.currency,
    subtotal: row.subtotal,
    taxes,
    creditApplied: row.credit_applied,
    total,
    balanceDue: total - row.credit_applied - row.paid,
    status: row.status,
    overdue: row.due_on < today && (row.status === "unpaid" || row.status === "collections"),
  };
}
