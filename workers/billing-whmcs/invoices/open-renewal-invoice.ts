import type { RenewalInvoice } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { getInvoiceLines, getInvoices } from "../api/actions/get-invoices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { BY_ID } from "./newest-invoices.ts";

/** The newest unpaid invoices whose lines are looked at: what is renewed soon was invoiced of late. */
const MAX_INVOICES = 8;
const DEADLINE_MS = 3_000;

/**
 * The unpaid invoice for a domain's renewal; null where there is none. The list of invoices has no lines: each is read by itself. A
 * registration has lines of another type.
 */
export async function openRenewalInvoice(
  { api }: WhmcsContext,
  { accountId, requestId }: Pick<ActorQuery, "accountId" | "requestId">,
  domainId: number,
): Promise<RenewalInvoice | null> {
  const call = { accountId, requestId, deadlineMs: DEADLINE_MS, isOptional: true };
  const listed = await api.list(getInvoices, { userid: accountId, status: "Unpaid", ...BY_ID }, call);
  if (listed.kind !== "ok") return UNKNOWN;
  // An installation that ignores the filter gives other statuses too.
  const unpaid = listed.body.filter(({ status }) => isUnpaid(status)).toSorted((one, other) => other.id - one.id);
  const looked = unpaid.slice(0, MAX_INVOICES);
  const reads = await Promise.all(looked.map(({ id }) => api.read(getInvoiceLines, { invoiceid: id }, call)));
  const found = looked.find((_, index) => {
    const read = reads[index];
    if (read?.kind !== "ok" || read.body.userid !== accountId || !isUnpaid(read.body.status)) return false;
    return read.body.lines.some(({ type, relid }) => relid === domainId && /^domain(?:renew\w*)?$/i.test(type));
  });
  if (found) return { kind: "open", number: found.invoicenum ?? String(found.id) };
  const isWhole = unpaid.length <= MAX_INVOICES && reads.every(({ kind }) => kind !== "unavailable");
  return isWhole ? null : UNKNOWN;
}

const UNKNOWN: RenewalInvoice = { kind: "unknown" };

function isUnpaid(status: string): boolean {
  return status.toLowerCase() === "unpaid";
}
