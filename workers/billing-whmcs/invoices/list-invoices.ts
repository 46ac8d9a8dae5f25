import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type {
  AccountResult,
  CustomerInvoice,
  InvoiceList,
  InvoiceListKey,
  Page,
} from "../../../shared/billing-contract/customer.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { admit } from "../access/gate.ts";
import { type ClientInvoice, getInvoices } from "../api/actions/get-invoices.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { pageOf } from "../list-page.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { withBalances } from "./balances.ts";
import { BY_ID, type NewestInvoices, readNewestInvoices } from "./newest-invoices.ts";
import { matches, statusOf, toInvoice } from "./to-invoice.ts";

const UNPAID = ["Unpaid", "Payment Pending", "Collections"];

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
  const account = admitted.value.reference;
  const today = dayIn(context.settings.timeZone, context.now());
  const reader = { context, query, currency: account.currency, today };
  // An installation that ignores the filter gives other statuses too.
  const isListed = ({ status }: CustomerInvoice) => matches(status, list.status);
  const invoices = rows.flatMap((row) => toInvoice(reader, row)).filter(isListed);
  const keyOf = ({ issuedOn, id }: CustomerInvoice): InvoiceListKey => {
    const hint = offsets.get(issuedOn);
    return hint === undefined ? { issuedOn, id } : { issuedOn, id, hint };
  };
  const page = pageOf(invoices, list, keyOf, newestFirst);
  const shown = await withBalances(reader, page.items);
  if (shown.kind !== "ok") return unavailable(shown);
  const { items, endsAt } = shown.body;
  return { ok: true, value: { account, items: items.filter(isListed), next: endsAt ? keyOf(endsAt) : page.next } };
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
  const lists = await Promise.all(
    UNPAID.map((status) => api.list(getInvoices, { userid: accountId, status, ...BY_ID }, call)),
  );
  const rows = new Map<number, ClientInvoice>();
  for (const read of lists) {
    if (read.kind !== "ok") return read;
    // One that changes meanwhile may be in two lists.
    for (const row of read.body) rows.set(row.id, row);
  }
  return { kind: "ok", body: { rows: [...rows.values()], offsets: new Map() } };
}

function newestFirst(one: InvoiceListKey, other: InvoiceListKey): number {
  if (one.issuedOn !== other.issuedOn) return one.issuedOn < other.issuedOn ? 1 : -1;
  return other.id - one.id;
}
