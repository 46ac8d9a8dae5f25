import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import {
  type AccountReference,
  type CustomerInvoice,
  INVOICE_STATUSES,
  type InvoiceList,
  type InvoiceListKey,
  type InvoiceTax,
  type Page,
} from "../../../shared/billing-contract/customer.ts";
import { admit } from "../accounts/access.ts";
import { type ClientInvoice, getInvoice, getInvoices } from "../answers/invoices.ts";
import { inOrder } from "../bridge/outcome.ts";
import { pageOf } from "../list-page.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";

type TaxRules = WhmcsContext["installation"]["taxes"];

/** The statuses of invoices that have an unpaid amount. */
const UNPAID = new Set<CustomerInvoice["status"]>(["unpaid", "payment_pending", "collections"]);

/** Returns one page of the account's invoices, newest first: by issue date, then by id. Drafts are excluded. */
export async function listInvoices(
  context: WhmcsContext,
  query: ActorQuery,
  list: InvoiceList,
): Promise<Page<CustomerInvoice, InvoiceListKey>> {
  const { accountId } = query;
  const [{ account }, rows] = await inOrder(
    admit(context, query),
    context.api.list(getInvoices, { userid: accountId }, { accountId }),
  );
  const matching = toInvoices(context, account, rows).filter(({ status }) => matches(status, list.status));
  return { account, ...pageOf(matching, list, keyOf, newestFirst) };
}

/** Converts rows to invoices. Drafts and unreadable rows are omitted. */
export function toInvoices(
  context: WhmcsContext,
  { id, currency }: Pick<AccountReference, "id" | "currency">,
  rows: ClientInvoice[],
): CustomerInvoice[] {
  return rows.flatMap((row) => toInvoice(context, id, currency, row) ?? []);
}

function keyOf({ issuedOn, id }: CustomerInvoice): InvoiceListKey {
  return { issuedOn, id };
}

function newestFirst(one: InvoiceListKey, other: InvoiceListKey): number {
  if (one.issuedOn !== other.issuedOn) return one.issuedOn < other.issuedOn ? 1 : -1;
  return other.id - one.id;
}

function matches(status: CustomerInvoice["status"], filter: InvoiceList["status"]): boolean {
  return filter === "all" || (filter === "paid" ? status === "paid" : UNPAID.has(status));
}

/**
 * Reads one invoice; `null` if it is unreadable or a draft, or if the account has no invoice with this id.
 * @param currency the account's currency
 */
export async function readInvoice(
  context: WhmcsContext,
  accountId: number,
  currency: string,
  invoiceId: number,
): Promise<CustomerInvoice | null> {
  const rows = await context.api.list(getInvoice, { invoiceid: invoiceId }, { accountId });
  const row = rows.find(({ id }) => id === invoiceId);
  return row ? toInvoice(context, accountId, currency, row) : null;
}

/**
 * Converts a row to an invoice; `null` if the row is a draft or unreadable. Computes the total, because WHMCS has
 * deducted credit from its own total.
 * @param currency the currency if the row has none
 */
function toInvoice(
  context: WhmcsContext,
  accountId: number,
  currency: string,
  row: ClientInvoice,
): CustomerInvoice | null {
  if (row.status.toLowerCase() === "draft") return null;
  const status = statusOf(row);
  const taxes = taxesOf(row, context.installation.taxes);
  if (!status || !row.date || !taxes) {
    context.api.rowUnread(getInvoices.name, row.id, { accountId });
    return null;
  }
  const dueOn = row.duedate ?? row.date;
  return {
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
    balanceDue: UNPAID.has(status) ? row.balance : 0,
    status,
    overdue: dueOn < todayOf(context) && (status === "unpaid" || status === "collections"),
  };
}

function statusOf({ status }: ClientInvoice): CustomerInvoice["status"] | null {
  const written = status.toLowerCase().replaceAll(" ", "_");
  return INVOICE_STATUSES.find((known) => known === written) ?? null;
}

/** Returns an invoice's taxes; `null` if the rate of one of them is unreadable. */
function taxesOf(row: ClientInvoice, rules: TaxRules): InvoiceTax[] | null {
  const taxes: InvoiceTax[] = [];
  for (const { level, rate, amount } of [
    { level: 1, rate: row.taxrate, amount: row.tax },
    { level: 2, rate: row.taxrate2, amount: row.tax2 },
  ]) {
    if (amount === 0) continue;
    if (rate === null) return null;
    taxes.push({ name: taxName(rules, level, rate), rate, amount });
  }
  return taxes;
}

/**
 * Returns the name of a tax if all rules with its rate, or else all rules of its level, have the same name. Otherwise
 * returns a generic name for its level.
 */
function taxName(rules: TaxRules, level: number, rate: number): string {
  const ofLevel = rules.filter((rule) => rule.level === level);
  const ofRate = ofLevel.filter((rule) => rule.taxrate === rate);
  const [name, another] = new Set((ofRate.length > 0 ? ofRate : ofLevel).map((rule) => rule.name));
  return name && another === undefined ? name : level === 1 ? "Tax" : "Tax 2";
}
