import type { Actor } from "../../../shared/billing-contract/actor.ts";
import type { AccountReference, CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { log } from "../../../shared/platform/log.ts";
import { getInvoice } from "../api/actions/get-invoices.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { isUnpaid, toInvoice } from "./list-invoices.ts";

/** An invoice as it is now. */
export interface ReadInvoice {
  invoice: CustomerInvoice;
  /** The gateway can be told to charge a stored card for it. */
  canBeCaptured: boolean;
  /** Nothing was paid of it, in money or credit. */
  isUntouched: boolean;
}

/** One invoice of an account, with its balance; null where the account has none of that id. */
export async function readInvoice(
  context: WhmcsContext,
  { accountId, requestId }: Pick<Actor, "accountId" | "requestId">,
  { currency }: Pick<AccountReference, "currency">,
  invoiceId: number,
): Promise<ApiOutcome<ReadInvoice | null>> {
  const { api, settings, now } = context;
  const read = await api.read(getInvoice, { invoiceid: invoiceId }, { accountId, requestId });
  if (read.kind === "said_no") return { kind: "ok", body: null };
  if (read.kind !== "ok") return read;
  const { invoiceid: id, balance, total, ccgateway, ...details } = read.body;
  if (details.userid !== accountId || id !== invoiceId) {
    log("billing_foreign_row", { request_id: requestId, account: accountId, action: getInvoice.name, row: id });
    return { kind: "ok", body: null };
  }
  const today = dayIn(settings.timeZone, now());
  const [invoice] = toInvoice(context, { accountId, requestId }, { id, ...details, currencycode: currency }, today);
  if (!invoice) return { kind: "ok", body: null };
  const balanceDue = isUnpaid(invoice) ? balance : invoice.balanceDue;
  const isUntouched = invoice.status === "unpaid" && invoice.creditApplied === 0 && balance === total;
  return { kind: "ok", body: { invoice: { ...invoice, balanceDue }, canBeCaptured: ccgateway, isUntouched } };
}
