import type { Actor } from "../../../shared/billing-contract/call.ts";
import type { AccountReference, CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { log } from "../../../shared/platform/log.ts";
import { getInvoice } from "../api/actions/get-invoices.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { hasBalance, type InvoiceReader, toInvoice } from "./to-invoice.ts";

/** An invoice as it is now. */
export interface ReadInvoice {
  invoice: CustomerInvoice;
  /** The gateway can be told to charge a stored card for it. */
  canBeCaptured: boolean;
  /** The gateway's module; null where it is not told. */
  gateway: string | null;
  /** Nothing was paid of it, in money or credit. */
  isUntouched: boolean;
}

/** One invoice of an account, with its balance; null where the account has none of that id, or where it does not read. */
export async function readInvoice(
  context: WhmcsContext,
  query: Pick<Actor, "accountId" | "requestId">,
  { currency }: Pick<AccountReference, "currency">,
  invoiceId: number,
): Promise<ApiOutcome<ReadInvoice | null>> {
  const { settings, now } = context;
  const today = dayIn(settings.timeZone, now());
  return readInvoiceBy({ context, query, currency, today }, invoiceId, false);
}

/** @param isOptional the question can be answered without it */
export async function readInvoiceBy(
  reader: InvoiceReader,
  invoiceId: number,
  isOptional: boolean,
): Promise<ApiOutcome<ReadInvoice | null>> {
  const { context, query, currency } = reader;
  const { accountId, requestId } = query;
  const read = await context.api.read(getInvoice, { invoiceid: invoiceId }, { accountId, requestId, isOptional });
  if (read.kind === "said_no") return NONE;
  if (read.kind !== "ok") return read;
  const { invoiceid: id, balance, total, ccgateway: canBeCaptured, paymentmethod: gateway, ...details } = read.body;
  if (details.userid !== accountId || id !== invoiceId) {
    log("billing_foreign_row", { request_id: requestId, account: accountId, action: getInvoice.name, row: id });
    return NONE;
  }
  const [row] = toInvoice(reader, { id, ...details, currencycode: currency });
  if (!row) return NONE;
  const invoice = { ...row, balanceDue: hasBalance(row) ? balance : 0 };
  const isUntouched = invoice.status === "unpaid" && invoice.creditApplied === 0 && balance === total;
  return { kind: "ok", body: { invoice, canBeCaptured, gateway, isUntouched } };
}

const NONE: ApiOutcome<null> = { kind: "ok", body: null };
