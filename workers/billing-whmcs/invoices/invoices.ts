import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import {
  type CustomerInvoice,
  INVOICE_STATUSES,
  type InvoiceList,
  type InvoiceListKey,
  type InvoiceTax,
  type Page,
} from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../accounts/access.ts";
import { type ClientInvoice, getDomainInvoices, getInvoice, getInvoices } from "../answers/invoices.ts";
import { inOrder, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { pageOf } from "../list-page.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";

type TaxRules = WhmcsContext["installation"]["taxes"];

/** In which no row changes its place, and new ones come last. */
const BY_ID = { orderby: "id", order: "asc" } as const;

const UNPAID = new Set<CustomerInvoice["status"]>(["unpaid", "payment_pending", "collections"]);
/** The same in the API's words. */
const UNPAID_WORDS = ["Unpaid", "Payment Pending", "Collections"];
/** A page ends before it takes more calls of their own for balances. */
const MAX_BALANCES = 8;
/** An account has more of them than of anything else. */
const MAX_INVOICES = 20_000;

/** By issue date, then id, newest first; never drafts. The list is read whole: WHMCS orders it by date alone. */
export async function listInvoices(
  context: WhmcsContext,
  query: ActorQuery,
  list: InvoiceList,
): Promise<Page<CustomerInvoice, InvoiceListKey>> {
  const { accountId } = query;
  const [{ account }, rows] = await inOrder(admit(context, query), readRows(context, accountId, list.status));
  // An installation that ignores the filter gives other statuses too.
  const isListed = ({ status }: CustomerInvoice) => matches(status, list.status);
  const invoices = rows.flatMap((row) => toInvoice(context, accountId, account.currency, row) ?? []).filter(isListed);
  const page = pageOf(invoices, list, keyOf, newestFirst);
  const { items, end } = await withBalances(context, accountId, page.items);
  return { account, items: items.filter(isListed), next: end ? keyOf(end) : page.next };
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

async function readRows(
  { api }: WhmcsContext,
  accountId: number,
  filter: InvoiceList["status"],
): Promise<ClientInvoice[]> {
  const words = { unpaid: UNPAID_WORDS, paid: ["Paid"], all: [undefined] }[filter];
  const call = { accountId, maxRows: MAX_INVOICES };
  const read = (status: string | undefined) => api.list(getInvoices, { userid: accountId, status, ...BY_ID }, call);
  const rows = (await inOrder(...words.map(read))).flat();
  // One that changes meanwhile may be in two lists.
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/**
 * Invoices as they are now with their balances, which the list does not have: none is shown without its own. The page ends before the
 * first whose balance cannot be had. One that has gone, or does not read, is left out.
 * @returns `end`: the last invoice of the list that is dealt with; null where all are
 */
async function withBalances(
  context: WhmcsContext,
  accountId: number,
  listed: CustomerInvoice[],
): Promise<{ items: CustomerInvoice[]; end: CustomerInvoice | null }> {
  const asked = listed.filter(hasBalance).slice(0, MAX_BALANCES);
  const read = new Map<number, CustomerInvoice | NoAnswer | null>();
  const reading = asked.map(async ({ id, currency }) => {
    // There is a page without it, unless it is the first.
    const isOptional = id !== listed[0]?.id;
    const now = await orNoAnswer(readInvoice(context, accountId, currency, id, { isOptional }));
    if (now instanceof NoAnswer) read.set(id, now.reason === "unread" ? null : now);
    else read.set(id, now);
  });
  await Promise.all(reading);
  const first = read.get(listed[0]?.id ?? 0);
  if (first instanceof NoAnswer) throw first;
  const items: CustomerInvoice[] = [];
  for (const [index, invoice] of listed.entries()) {
    const now = hasBalance(invoice) ? read.get(invoice.id) : invoice;
    if (now === undefined || now instanceof NoAnswer) return { items, end: listed[index - 1] ?? null };
    if (now) items.push(now);
  }
  return { items, end: null };
}

/**
 * One invoice of an account, with its balance; null where the account has none of that id, or where it does not read.
 * @param currency of the account
 * @param isOptional the question can be answered without it
 */
export async function readInvoice(
  context: WhmcsContext,
  accountId: number,
  currency: string,
  invoiceId: number,
  { isOptional = false } = {},
): Promise<CustomerInvoice | null> {
  const read = await context.api.find(getInvoice, { invoiceid: invoiceId }, { accountId, isOptional });
  if (!read) return null;
  const { invoiceid: id, balance, ...details } = read;
  if (details.userid !== accountId || id !== invoiceId) {
    const fields = { request_id: context.requestId, account: accountId };
    log("billing_foreign_row", { ...fields, action: getInvoice.name, row: id });
    return null;
  }
  const invoice = toInvoice(context, accountId, currency, { id, ...details, currencycode: null });
  return invoice && { ...invoice, balanceDue: hasBalance(invoice) ? balance : 0 };
}

/** Whether the balance is more than nothing: what is left to pay. */
function hasBalance({ status }: Pick<CustomerInvoice, "status">): boolean {
  return UNPAID.has(status);
}

/**
 * The invoice of a row, with a balance of 0; null for a draft, and for what does not read. The total is made here: the one that WHMCS
 * gives is after credit.
 * @param currency of an invoice whose row names none
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
    balanceDue: 0,
    status,
    overdue: dueOn < todayOf(context) && (status === "unpaid" || status === "collections"),
  };
}

function statusOf({ status }: ClientInvoice): CustomerInvoice["status"] | null {
  const written = status.toLowerCase().replaceAll(" ", "_");
  return INVOICE_STATUSES.find((known) => known === written) ?? null;
}

/** Null where a tax has no rate that reads. */
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

/** What the rules of a tax call it, those of its rate where there are some; its level's own word where they do not agree. */
function taxName(rules: TaxRules, level: number, rate: number): string {
  const ofLevel = rules.filter((rule) => rule.level === level);
  const ofRate = ofLevel.filter((rule) => rule.taxrate === rate);
  const [name, another] = new Set((ofRate.length > 0 ? ofRate : ofLevel).map((rule) => rule.name));
  return name && another === undefined ? name : level === 1 ? "Tax" : "Tax 2";
}

/** The unpaid invoice for a domain's renewal, which WHMCS issues by itself; a registration has a line of another type. */
export async function openRenewalInvoice(
  { api }: WhmcsContext,
  accountId: number,
  domainId: number,
): Promise<{ id: number; number: string } | null> {
  const invoices = await api.list(getDomainInvoices, { clientid: accountId, domainid: domainId }, { accountId });
  const open = invoices.find(
    ({ status, type }) =>
      ["unpaid", "payment pending"].includes(status.toLowerCase()) && /^domain(?:renew\w*)?$/i.test(type),
  );
  return open ? { id: open.id, number: open.invoicenum ?? String(open.id) } : null;
}
