import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import { type ClientInvoice, getInvoiceLines, getInvoices } from "../answers/invoices.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { BY_ID } from "./invoices.ts";

/** Invoices whose lines are read at the same time, and in all. */
const ROUND = 8;
const MAX_INVOICES = 40;
/** Of one call, and of all rounds but the last. */
const DEADLINE_MS = 3_000;

/** `unread`: WHMCS did not answer in time. `too_many`: there are more unpaid invoices than are looked at. */
export type OpenRenewalInvoice =
  | { kind: "open"; id: number; number: string }
  | { kind: "none" | "unread" | "too_many" };

/** An account's unpaid invoices, of which one may be for a renewal. */
export async function readUnpaidInvoices(
  { api }: WhmcsContext,
  accountId: number,
): Promise<ClientInvoice[] | NoAnswer> {
  const call = { accountId, deadlineMs: DEADLINE_MS, isOptional: true };
  const listed = await orNoAnswer(api.list(getInvoices, { userid: accountId, status: "Unpaid", ...BY_ID }, call));
  // An installation that ignores the filter gives other statuses too.
  return listed instanceof NoAnswer ? listed : listed.filter(isUnpaid);
}

/**
 * The unpaid invoice for a domain's renewal. The list of invoices has no lines: each is read by itself, those that fall due with the
 * domain first, because WHMCS invoices a renewal for that day, then the newest. A registration has lines of another type.
 */
export async function openRenewalInvoice(
  context: WhmcsContext,
  accountId: number,
  domain: Pick<CustomerDomain, "id" | "nextDueDate">,
  listed: ClientInvoice[] | NoAnswer,
): Promise<OpenRenewalInvoice> {
  if (listed instanceof NoAnswer) return { kind: "unread" };
  const begunAt = context.now();
  const isDue = ({ duedate }: ClientInvoice) => Number(duedate !== null && duedate === domain.nextDueDate);
  const unpaid = listed.toSorted((one, other) => isDue(other) - isDue(one) || other.id - one.id);
  let isRead = true;
  for (let from = 0; from < Math.min(unpaid.length, MAX_INVOICES); from += ROUND) {
    if (from > 0 && context.now() - begunAt >= DEADLINE_MS) return { kind: "unread" };
    const round = unpaid.slice(from, from + ROUND);
    const renews = await Promise.all(round.map(({ id }) => hasRenewal(context, accountId, id, domain.id)));
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
  accountId: number,
  invoiceId: number,
  domainId: number,
): Promise<boolean | null> {
  const call = { accountId, deadlineMs: DEADLINE_MS, isOptional: true };
  const read = await orNoAnswer(api.find(getInvoiceLines, { invoiceid: invoiceId }, call));
  if (read instanceof NoAnswer) return null;
  if (read?.userid !== accountId || !isUnpaid(read)) return false;
  return read.lines.some(({ type, relid }) => relid === domainId && /^domain(?:renew\w*)?$/i.test(type));
}

function isUnpaid({ status }: Pick<ClientInvoice, "status">): boolean {
  return status.toLowerCase() === "unpaid";
}
