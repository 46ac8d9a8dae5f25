import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import { type ClientInvoice, getInvoiceLines, getInvoices } from "../api/actions/get-invoices.ts";
import type { CallContext } from "../api/call-context.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { BY_ID } from "./newest-invoices.ts";

/** Invoices whose lines are read at the same time, and in all. */
const ROUND = 8;
const MAX_INVOICES = 40;
/** Of one call, and of all rounds but the last. */
const DEADLINE_MS = 3_000;

/** `unread`: WHMCS did not answer in time. `too_many`: there are more unpaid invoices than are looked at. */
export type OpenRenewalInvoice =
  | { kind: "open"; id: number; number: string }
  | { kind: "none" | "unread" | "too_many" };

type Query = Pick<ActorQuery, "accountId" | "requestId">;

/** An account's unpaid invoices, of which one may be for a renewal. */
export async function readUnpaidInvoices(
  { api }: WhmcsContext,
  { accountId, requestId }: Query,
): Promise<ApiOutcome<ClientInvoice[]>> {
  const call = { accountId, requestId, deadlineMs: DEADLINE_MS, isOptional: true };
  const listed = await api.list(getInvoices, { userid: accountId, status: "Unpaid", ...BY_ID }, call);
  // An installation that ignores the filter gives other statuses too.
  return listed.kind === "ok" ? { kind: "ok", body: listed.body.filter(({ status }) => isUnpaid(status)) } : listed;
}

/**
 * The unpaid invoice for a domain's renewal. The list of invoices has no lines: each is read by itself, those that fall due with the
 * domain first, because WHMCS invoices a renewal for that day, then the newest. A registration has lines of another type.
 */
export async function openRenewalInvoice(
  context: WhmcsContext,
  { accountId, requestId }: Query,
  domain: Pick<CustomerDomain, "id" | "nextDueDate">,
  listed: ApiOutcome<ClientInvoice[]>,
): Promise<OpenRenewalInvoice> {
  if (listed.kind !== "ok") return { kind: "unread" };
  const { now } = context;
  const call = { accountId, requestId, deadlineMs: DEADLINE_MS, isOptional: true };
  const begunAt = now();
  const isDue = ({ duedate }: ClientInvoice) => Number(duedate !== null && duedate === domain.nextDueDate);
  const unpaid = listed.body.toSorted((one, other) => isDue(other) - isDue(one) || other.id - one.id);
  let isRead = true;
  for (let from = 0; from < Math.min(unpaid.length, MAX_INVOICES); from += ROUND) {
    if (from > 0 && now() - begunAt >= DEADLINE_MS) return { kind: "unread" };
    const round = unpaid.slice(from, from + ROUND);
    const renews = await Promise.all(round.map(({ id }) => hasRenewal(context, call, id, domain.id)));
    const found = round[renews.indexOf(true)];
    if (found) return { kind: "open", id: found.id, number: found.invoicenum ?? String(found.id) };
    isRead &&= !renews.includes(null);
  }
  if (!isRead) return { kind: "unread" };
  return { kind: unpaid.length > MAX_INVOICES ? "too_many" : "none" };
}

/** Whether an invoice that is still unpaid has a line for the renewal; null where it was not read. */
async function hasRenewal(
  { api }: WhmcsContext,
  call: CallContext & { accountId: number },
  invoiceId: number,
  domainId: number,
): Promise<boolean | null> {
  const read = await api.read(getInvoiceLines, { invoiceid: invoiceId }, call);
  if (read.kind === "unavailable") return null;
  if (read.kind !== "ok" || read.body.userid !== call.accountId || !isUnpaid(read.body.status)) return false;
  return read.body.lines.some(({ type, relid }) => relid === domainId && /^domain(?:renew\w*)?$/i.test(type));
}

function isUnpaid(status: string): boolean {
  return status.toLowerCase() === "unpaid";
}
