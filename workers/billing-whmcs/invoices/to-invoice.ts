import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import {
  type CustomerInvoice,
  INVOICE_STATUSES,
  type InvoiceList,
  type InvoiceTax,
} from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ClientInvoice, getInvoices } from "../api/actions/get-invoices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const UNPAID = new Set<CustomerInvoice["status"]>(["unpaid", "payment_pending", "collections"]);

/** What rows become invoices by. */
export interface InvoiceReader {
  context: WhmcsContext;
  query: Pick<ActorQuery, "accountId" | "requestId">;
  /** Of the account; that of an invoice whose row names none. */
  currency: string;
  /** The provider's day, YYYY-MM-DD. */
  today: string;
}

/**
 * The invoice of a row, with a balance of 0; none of a draft, and of what does not read. The total is made here: the one that WHMCS
 * gives is after credit.
 */
export function toInvoice(
  { context, query: { accountId, requestId }, currency, today }: InvoiceReader,
  row: ClientInvoice,
): CustomerInvoice[] {
  if (row.status.toLowerCase() === "draft") return [];
  const status = statusOf(row);
  const taxes = taxesOf(row, context.settings.taxNames);
  if (!status || !row.date || !taxes) {
    log("billing_row_unread", { request_id: requestId, account: accountId, action: getInvoices.name, row: row.id });
    return [];
  }
  const dueOn = row.duedate ?? row.date;
  return [
    {
      id: row.id,
      number: row.invoicenum ?? String(row.id),
      issuedOn: row.date,
      dueOn,
      paidOn: row.datepaid,
      currency: row.currencycode ?? currency,
      subtotal: row.subtotal,
      taxes,
      creditApplied: row.credit,
      total: row.subtotal + row.tax + row.tax2,
      balanceDue: 0,
      status,
      overdue: dueOn < today && (status === "unpaid" || status === "collections"),
    },
  ];
}

/** Null where a tax has no rate that reads. */
function taxesOf(row: ClientInvoice, [first, second]: readonly [string, string]): InvoiceTax[] | null {
  const taxes: InvoiceTax[] = [];
  for (const { name, rate, amount } of [
    { name: first, rate: row.taxrate, amount: row.tax },
    { name: second, rate: row.taxrate2, amount: row.tax2 },
  ]) {
    if (amount === 0) continue;
    if (rate === null) return null;
    taxes.push({ name, rate, amount });
  }
  return taxes;
}

/** Null for a draft, and for what is not known. */
export function statusOf({ status }: Pick<ClientInvoice, "status">): CustomerInvoice["status"] | null {
  const written = status.toLowerCase().replaceAll(" ", "_");
  return INVOICE_STATUSES.find((known) => known === written) ?? null;
}

export function matches(status: CustomerInvoice["status"], filter: InvoiceList["status"]): boolean {
  return filter === "all" || (filter === "paid" ? status === "paid" : UNPAID.has(status));
}

/** Whether the balance is more than nothing: what is left to pay, or was when the invoice was cancelled. */
export function hasBalance({ status }: Pick<CustomerInvoice, "status">): boolean {
  return UNPAID.has(status) || status === "cancelled";
}
