import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type {
  CustomerInvoice,
  InvoiceList,
  InvoiceListKey,
  InvoiceTax,
  Page,
} from "../../../../shared/billing-contract/customer.ts";
import { type BillingClock, CLOCK_OFFSET } from "../clock/billing-clock.ts";
import type { AccountGate, Condition, Gated } from "../store/account-gate.ts";

/** The invoices of an account. */
export class EmbeddedInvoices {
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;

  /** @param clock tells the calendar day at the provider; what is overdue follows from it */
  constructor(gate: AccountGate, clock: BillingClock) {
    this.#gate = gate;
    this.#clock = clock;
  }

  /** By issue date, then id, newest first; never drafts. `unpaid`: also with a payment pending and in collections. */
  async list(query: ActorQuery, list: InvoiceList): Promise<Gated<Page<CustomerInvoice, InvoiceListKey>>> {
    let today: string | undefined;
    const conditions: Condition[] = [{ sql: BY_STATUS[list.status], values: [] }];
    if (list.after) {
      conditions.push({ sql: "(i.issued_on, i.id) < (?, ?)", values: [list.after.issuedOn, list.after.id] });
    }
    return this.#gate.page(
      query,
      {
        select: INVOICES,
        accountColumn: "i.account_id",
        conditions,
        orderBy: "i.issued_on DESC, i.id DESC",
        limit: list.limit,
      },
      (row: InvoiceRow) => {
        today ??= this.#clock.moment(row.clock_offset_ms).today;
        return toInvoice(row, today);
      },
      ({ issuedOn, id }) => ({ issuedOn, id }),
    );
  }
}

/** Of an invoice `i` that waits for its payment; word for word what the index `invoices_unpaid` holds. */
export const UNPAID = "i.status IN ('unpaid', 'payment_pending', 'collections')";

/** Word for word what the indexes `invoices_unpaid`, `invoices_paid` and `invoices_issued` hold. */
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
