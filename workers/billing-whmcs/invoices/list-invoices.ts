import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import {
  type AccountResult,
  type CustomerInvoice,
  INVOICE_STATUSES,
  type InvoiceList,
  type InvoiceListKey,
  type Page,
} from "../../../shared/billing-contract/customer.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../access/gate.ts";
import { type ClientInvoice, getInvoice, getInvoices } from "../api/actions/get-invoices.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { pageOf } from "../list-page.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type NewestInvoices, readNewestInvoices } from "./newest-invoices.ts";

/** Each needs a call of its own for its balance, and an account has four at a time: a page ends before it has more. */
const MAX_UNPAID = 8;

const UNPAID = ["Unpaid", "Payment Pending", "Collections"];
const UNPAID_STATUSES = new Set<CustomerInvoice["status"]>(["unpaid", "payment_pending", "collections"]);

/** By issue date, then id, newest first; never drafts. */
export async function listInvoices(
  context: WhmcsContext,
  query: ActorQuery,
  list: InvoiceList,
): Promise<AccountResult<Page<CustomerInvoice, InvoiceListKey>>> {
  const [admitted, read] = await Promise.all([admit(context, query), readRows(context, query, list)]);
  if (!admitted.ok) return admitted;
  if (read.kind !== "ok") return unavailable(read);
  const { rows, offsets } = read.body;
  const today = dayIn(context.settings.timeZone, context.now());
  // An installation that ignores the filter gives other statuses too.
  const invoices = rows.flatMap((row) => toInvoice(context, query, row, today)).filter(hasStatus(list.status));
  const keyOf = ({ issuedOn, id }: CustomerInvoice): InvoiceListKey => {
    const hint = offsets.get(issuedOn);
    return hint === undefined ? { issuedOn, id } : { issuedOn, id, hint };
  };
  const page = pageOf(invoices, list, keyOf, newestFirst);
  const cut = page.items.filter(isUnpaid)[MAX_UNPAID];
  const items = cut ? page.items.slice(0, page.items.indexOf(cut)) : page.items;
  const last = items.at(-1);
  const withBalance = await Promise.all(
    items.map((invoice) => (isUnpaid(invoice) ? readBalance(context, query, invoice, today) : ok([invoice]))),
  );
  const failed = withBalance.find(isFailed);
  if (failed) return unavailable(failed);
  const shown = withBalance.flatMap((outcome) => (outcome.kind === "ok" ? outcome.body : []));
  const next = cut && last ? keyOf(last) : page.next;
  return { ok: true, value: { account: admitted.value.reference, items: shown.filter(hasStatus(list.status)), next } };
}

/** The rows that the page is taken from; the unpaid ones are few, and all are read. */
async function readRows(
  { api }: WhmcsContext,
  { accountId, requestId }: ActorQuery,
  list: InvoiceList,
): Promise<ApiOutcome<NewestInvoices>> {
  const call = { accountId, requestId };
  if (list.status !== "unpaid") {
    const parameters = { userid: accountId, status: list.status === "paid" ? "Paid" : undefined };
    const isShown = (row: ClientInvoice) => {
      const status = statusOf(row);
      return status !== null && matches(status, list.status);
    };
    return readNewestInvoices(api, { parameters, list, isShown }, call);
  }
  const lists = await Promise.all(UNPAID.map((status) => api.list(getInvoices, { userid: accountId, status }, call)));
  const rows = new Map<number, ClientInvoice>();
  for (const read of lists) {
    if (read.kind !== "ok") return read;
    // One that changes meanwhile may be in two lists.
    for (const row of read.body) rows.set(row.id, row);
  }
  return { kind: "ok", body: { rows: [...rows.values()], offsets: new Map() } };
}

/** The invoice as it is now, with its balance; none where it has gone, or does not read. */
async function readBalance(
  context: WhmcsContext,
  query: ActorQuery,
  listed: CustomerInvoice,
  today: string,
): Promise<ApiOutcome<CustomerInvoice[]>> {
  const { accountId, requestId } = query;
  const read = await context.api.read(getInvoice, { invoiceid: listed.id }, { accountId, requestId });
  // One that does not read is left out and logged, as a row of the list is.
  if (read.kind === "said_no" || (read.kind === "unavailable" && read.reason === "unread")) return ok([]);
  if (read.kind !== "ok") return read;
  const { invoiceid: id, balance, ...details } = read.body;
  if (details.userid !== accountId || id !== listed.id) {
    log("billing_foreign_row", { request_id: requestId, account: accountId, action: getInvoice.name, row: id });
    return ok([]);
  }
  const now = toInvoice(context, query, { id, ...details, currencycode: listed.currency }, today);
  return ok(now.map((invoice) => ({ ...invoice, balanceDue: isUnpaid(invoice) ? balance : 0 })));
}

/** The total is made here: the one that WHMCS gives is after credit. */
function toInvoice(
  { settings }: WhmcsContext,
  { accountId, requestId }: ActorQuery,
  row: ClientInvoice,
  today: string,
): CustomerInvoice[] {
  if (row.status.toLowerCase() === "draft") return [];
  const status = statusOf(row);
  if (!status || !row.date) {
    log("billing_row_unread", { request_id: requestId, account: accountId, action: getInvoices.name, row: row.id });
    return [];
  }
  const [firstTax, secondTax] = settings.taxNames;
  const taxes = [
    { name: firstTax, rate: row.taxrate, amount: row.tax },
    { name: secondTax, rate: row.taxrate2, amount: row.tax2 },
  ].filter(({ amount }) => amount !== 0);
  const dueOn = row.duedate ?? row.date;
  return [
    {
      id: row.id,
      number: row.invoicenum ?? String(row.id),
      issuedOn: row.date,
      dueOn,
      paidOn: row.datepaid,
      currency: row.currencycode,
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

/** Null for a draft, and for what is not known. */
function statusOf({ status }: Pick<ClientInvoice, "status">): CustomerInvoice["status"] | null {
  const written = status.toLowerCase().replaceAll(" ", "_");
  return INVOICE_STATUSES.find((known) => known === written) ?? null;
}

function newestFirst(one: InvoiceListKey, other: InvoiceListKey): number {
  if (one.issuedOn !== other.issuedOn) return one.issuedOn < other.issuedOn ? 1 : -1;
  return other.id - one.id;
}

function isUnpaid({ status }: CustomerInvoice): boolean {
  return UNPAID_STATUSES.has(status);
}

function matches(status: CustomerInvoice["status"], filter: InvoiceList["status"]): boolean {
  return filter === "all" || (filter === "paid" ? status === "paid" : UNPAID_STATUSES.has(status));
}

function hasStatus(filter: InvoiceList["status"]) {
  return ({ status }: CustomerInvoice): boolean => matches(status, filter);
}

function isFailed<Body>(outcome: ApiOutcome<Body>): outcome is Exclude<ApiOutcome<Body>, { kind: "ok" }> {
  return outcome.kind !== "ok";
}

function ok<Value>(body: Value): ApiOutcome<Value> {
  return { kind: "ok", body };
}
