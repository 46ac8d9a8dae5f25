import type { Placed } from "../../../shared/billing-contract/order.ts";
import { PAY } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import { learnRenewalPricing } from "../domains/renewal-pricing.ts";
import { type ReadInvoice, readInvoice } from "../invoices/read-invoice.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { stopActing } from "./acting-switch.ts";
import { readMade } from "./made-by-order.ts";
import { CANCELLED, refusedChange, refusedOrder } from "./order-refusals.ts";
import { canBeTakenBack, type StoredOrder } from "./order-request.ts";
import { readOrderStatus } from "./order-status.ts";
import type { StoredAction } from "./stored-action.ts";

/** The row once it is done or refused. `several`: its order is there, and what is to be said of it a person has to find out. */
export type FinishedOrder = StoredAction | "under_way" | "several";

/** An order whose invoice cannot be read, and that is not cancelled, is a person's after this long. */
const UNREAD_FOR_MS = 86_400_000;

/**
 * Brings an order that was placed to its end: answered where its invoice has the price that was judged, taken back where it has another.
 */
export async function finishOrder(context: WhmcsContext, row: StoredAction): Promise<FinishedOrder> {
  const { accountId, request, orderId, made } = row;
  if (request?.kind !== "order" || orderId === null || !made) return "under_way";
  const read = await readInvoiceOf(context, row, request, made.invoiceId);
  if (read === "unavailable") return "under_way";
  if (row.state === "taking_back") return takeBack(context, row, request, read);
  if (made.invoiceId === null) return done(context, row, request, null);
  if (read === null || read.invoice.status === "cancelled") return withoutInvoice(context, row);
  const { invoice } = read;
  const fields = { request_id: context.requestId, account: accountId, order: orderId, invoice: invoice.id };
  if (isAtRisk(context, request, read)) {
    const isUnpaid = invoice.status === "unpaid";
    await stopActing(context, isUnpaid ? "order_may_be_captured" : "order_was_paid", { accountId, orderId });
    if (isUnpaid) return mismatch(context, row, request, read);
  } else if (read.canBeCaptured) log("billing_order_gateway_changed", fields);
  if (request.renewal) await learnRenewalPricing(context, request.renewal, invoice.subtotal);
  if (invoice.subtotal !== request.price.amount) {
    log("billing_price_differs", { ...fields, judged: request.price.amount, invoiced: invoice.subtotal });
    return mismatch(context, row, request, read);
  }
  if (invoice.status === "paid" || invoice.creditApplied > 0) log("billing_order_paid_itself", fields);
  return done(context, row, request, read);
}

/** Null where there is none, or it cannot be read any more. */
async function readInvoiceOf(
  context: WhmcsContext,
  { accountId }: StoredAction,
  { price }: StoredOrder,
  invoiceId: number | null,
): Promise<ReadInvoice | null | "unavailable"> {
  if (invoiceId === null) return null;
  const read = await readInvoice(context, { accountId, requestId: context.requestId }, price, invoiceId);
  return read.kind === "ok" ? read.body : "unavailable";
}

/** Whether a stored card may be charged with nobody having chosen so: whoever moved the invoice to another gateway has. */
function isAtRisk({ settings }: WhmcsContext, { gateway }: StoredOrder, read: ReadInvoice): boolean {
  const ordered = gateway ?? settings.acting?.orderGateway ?? null;
  const isMoved = ordered !== null && read.gateway !== null && read.gateway.toLowerCase() !== ordered.toLowerCase();
  return read.canBeCaptured && !isMoved;
}

function mismatch(context: WhmcsContext, row: StoredAction, request: StoredOrder, read: ReadInvoice) {
  return canBeTakenBack(request.line)
    ? startTakingBack(context, row, request, read)
    : leave(context, row, request, read);
}

async function startTakingBack(context: WhmcsContext, row: StoredAction, request: StoredOrder, read: ReadInvoice) {
  await context.actions.takeBack(row);
  return takeBack(context, row, request, read);
}

/**
 * Cancels the order, after its invoice has shown that nothing was paid. It is cancelled once the list of orders says so: the answer to
 * the cancellation says neither.
 */
async function takeBack(
  context: WhmcsContext,
  row: StoredAction,
  request: StoredOrder,
  read: ReadInvoice | null,
): Promise<FinishedOrder> {
  const { api, requestId } = context;
  const { accountId, orderId } = row;
  if (orderId === null) return "under_way";
  const fields = { request_id: requestId, account: accountId, order: orderId, invoice: read?.invoice.id };
  if ((await readOrderStatus(context, row)) !== "ended") {
    if (read === null) return withoutInvoice(context, row);
    if (!read.isUntouched) {
      log("billing_order_not_taken_back", { ...fields, status: read.invoice.status });
      return "under_way";
    }
    await api.write("CancelOrder", { orderid: orderId }, { accountId, requestId });
    if ((await readOrderStatus(context, row)) !== "ended") return "under_way";
  }
  const problem = refusedOrder(request, read, read !== null && isAtRisk(context, request, read));
  if (problem !== CANCELLED) log("billing_order_taken_back", fields);
  const now = await readInvoiceOf(context, row, request, read?.invoice.id ?? null);
  if (now !== null && now !== "unavailable" && now.invoice.status === "unpaid")
    reportUnpaid(context, row, request, now);
  return settled(context, row, "refused", problem);
}

/** What changes a thing that exists is not cancelled, which may end the thing: its unpaid invoice stays. */
async function leave(
  context: WhmcsContext,
  row: StoredAction,
  request: StoredOrder,
  read: ReadInvoice,
): Promise<FinishedOrder> {
  reportUnpaid(context, row, request, read);
  return settled(context, row, "refused", refusedChange(request, read, isAtRisk(context, request, read)));
}

/** An unpaid invoice stays although its customer did not get what they ordered. */
function reportUnpaid(context: WhmcsContext, row: StoredAction, request: StoredOrder, read: ReadInvoice): void {
  log(isAtRisk(context, request, read) ? "billing_invoice_may_be_charged" : "billing_unpaid_invoice_left", {
    request_id: context.requestId,
    account: row.accountId,
    order: row.orderId,
    invoice: read.invoice.id,
  });
}

/** The invoice was cancelled, merged or deleted: what staff did with the order says how it ends. */
async function withoutInvoice(context: WhmcsContext, row: StoredAction): Promise<FinishedOrder> {
  const status = await readOrderStatus(context, row);
  if (status === "ended") return settled(context, row, "refused", CANCELLED);
  log("billing_invoice_gone", { request_id: context.requestId, account: row.accountId, order: row.orderId });
  const age = context.now() - Date.parse(row.sentAt ?? row.begunAt);
  return status !== "unread" && age >= UNREAD_FOR_MS ? "several" : "under_way";
}

async function done(
  context: WhmcsContext,
  row: StoredAction,
  request: StoredOrder,
  read: ReadInvoice | null,
): Promise<FinishedOrder> {
  const { links } = context.settings;
  const invoice = read?.invoice ?? null;
  const isDue = invoice !== null && invoice.status === "unpaid";
  const path = links.invoice.replace("{id}", String(invoice?.id));
  const made = await readMade(context, row, request, invoice);
  if (made === "unavailable") return "under_way";
  const placed: Omit<Placed, "account"> = {
    orderId: row.orderId,
    invoice,
    actionRequired: isDue ? { ...PAY, path } : null,
  };
  const answer = { ...request.value, ...made, ...placed };
  const isSettledHere = await context.actions.settle(row, "done", answer);
  if (isSettledHere && isDue && request.line.kind !== "change")
    context.waitUntil(mailInvoice(context, row, invoice.id));
  if (isSettledHere && made.waitsForProvider)
    log("billing_order_waits", { request_id: context.requestId, account: row.accountId, order: row.orderId });
  return settledNow(context, row);
}

/** The mail about a new invoice, which the order was told to leave out until its price was compared; an upgrade sends its own. */
async function mailInvoice({ api, requestId }: WhmcsContext, { accountId }: StoredAction, id: number): Promise<void> {
  const outcome = await api.write("SendEmail", { messagename: "Invoice Created", id }, { accountId, requestId });
  if (outcome.kind !== "ok")
    log("billing_invoice_not_mailed", { request_id: requestId, account: accountId, invoice: id });
}

/** Another call may have settled it meanwhile: the row says what counts. */
async function settled(context: WhmcsContext, row: StoredAction, state: "done" | "refused", answer: object) {
  await context.actions.settle(row, state, answer);
  return settledNow(context, row);
}

async function settledNow(context: WhmcsContext, row: StoredAction): Promise<FinishedOrder> {
  const now = await context.actions.find(row);
  return now && (now.state === "done" || now.state === "refused") ? now : "under_way";
}
