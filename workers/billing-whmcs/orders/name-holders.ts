import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { ENDED_DOMAIN_STATUSES } from "../../../shared/billing-contract/customer.ts";
import type { HeldDomain } from "../../../shared/ordering/name-obstacles.ts";
import { getHoldersOfName } from "../api/actions/get-clients-domains.ts";
import { getOrders } from "../api/actions/orders.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { domainStatusOf } from "../domains/list-domains.ts";
import { readInvoice } from "../invoices/read-invoice.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

type Query = Pick<ActorQuery, "accountId" | "requestId">;

/** A domain of the billing system that is not over, of whichever account. */
export interface NameHolder {
  accountId: number;
  status: HeldDomain["status"];
}

/** Who has a name here. A status that is not known is no reason to sell the name again. */
export async function holdersOf(
  { api }: WhmcsContext,
  { requestId }: Query,
  name: string,
): Promise<ApiOutcome<NameHolder[]>> {
  const read = await api.list(getHoldersOfName, { domain: name }, { accountId: null, requestId });
  if (read.kind !== "ok") return read;
  // An installation that ignores the filter gives other names too.
  const rows = read.body.filter(({ domainname }) => domainname === name);
  const holders = rows.map((row) => ({ accountId: row.userid, status: domainStatusOf(row.status) ?? "active" }));
  const isOver = ({ status }: NameHolder) => (ENDED_DOMAIN_STATUSES as readonly string[]).includes(status);
  return { kind: "ok", body: holders.filter((holder) => !isOver(holder)) };
}

/** What hinders an order of a name: the account's own domain of it, else that of an account that has paid for it. */
export async function heldDomain(
  context: WhmcsContext,
  query: Query,
  currency: string,
  name: string,
): Promise<ApiOutcome<HeldDomain | null>> {
  const holders = await holdersOf(context, query, name);
  if (holders.kind !== "ok") return holders;
  const own = holders.body.find(({ accountId }) => accountId === query.accountId);
  const paid = holders.body.find(({ status }) => status !== "pending");
  if (!own) return { kind: "ok", body: paid ? { isOwn: false, status: paid.status, unpaidInvoice: null } : null };
  const { status } = own;
  if (!status.startsWith("pending")) return { kind: "ok", body: { isOwn: true, status, unpaidInvoice: null } };
  const unpaid = await unpaidOrderInvoice(context, query, currency, (line) => line.domain === name && isDomain(line));
  return unpaid.kind === "ok" ? { kind: "ok", body: { isOwn: true, status, unpaidInvoice: unpaid.body } } : unpaid;
}

const isDomain = ({ type }: { type: string }) => type.toLowerCase().startsWith("domain");

/** The unpaid invoice of the account's newest pending order with a line; null where there is none. */
export async function unpaidOrderInvoice(
  context: WhmcsContext,
  query: Query,
  currency: string,
  isMeant: (line: { type: string; domain: string | null; relid: number | null }) => boolean,
): Promise<ApiOutcome<number | null>> {
  const { accountId, requestId } = query;
  const orders = await context.api.list(getOrders, { userid: accountId }, { accountId, requestId });
  if (orders.kind !== "ok") return orders;
  const pending = orders.body.filter(
    ({ status, lines }) => status.toLowerCase() === "pending" && lines?.some((line) => isMeant(line)),
  );
  const newest = pending.toSorted((one, other) => other.id - one.id)[0];
  if (!newest?.invoiceId) return { kind: "ok", body: null };
  const read = await readInvoice(context, query, { currency }, newest.invoiceId);
  if (read.kind !== "ok") return read;
  return { kind: "ok", body: read.body?.invoice.status === "unpaid" ? newest.invoiceId : null };
}
