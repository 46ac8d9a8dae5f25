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
import type { StoredWrite } from "./stored-write.ts";

/** The row once it is done or refused. `several`: its order is there, and what is to be said of it a person has to find out. */
export type FinishedOrder = StoredWrite | "under_way" | "several";

/** An order whose invoice cannot be read, and that is not cancelled, is a person's after this long. */
const UNREAD_FOR_MS = 86_400_000;

/**
 * Brings an order that was placed to its end: answered where its invoice has the price that was judged. The addon has taken back what it
 * could of the others.
 */
export async function finishOrder(context: WhmcsContext, row: StoredWrite): Promise<FinishedOrder> {
  const { accountId, request, orderId, made } = row;
  if (request?.kind !== "order" || orderId === null || !made) return "under_way";
  const read = await readInvoiceOf(context, row, request, made.invoiceId);
  if (read === "unavailable") return "under_way";
  if (row.state === "taken_back") return takenBack(context, row, request, read);
  if (made.invoiceId === null) return done(context, row, request, null);
  if (read === null || read.invoice.status === "cancelled") return withoutInvoice(context, row);
  const { invoice } = read;
  const fields = { request_id: context.requestId, account: accountId, order: orderId, invoice: invoice.id };
  if (isAtRisk(request, read)) {
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
  { accountId }: StoredWrite,
  { price }: StoredOrder,
  invoiceId: number | null,
): Promise<ReadInvoice | null | "unavailable"> {
  if (invoiceId === null) return null;
  const read = await readInvoice(context, { accountId, requestId: context.requestId }, price, invoiceId);
  return read.kind === "ok" ? read.body : "unavailable";
}

/** Whether a stored card may be charged with nobody having chosen so: whoever moved the invoice to another gateway has. */
function isAtRisk({ gateway: ordered }: StoredOrder, { canBeCaptured, gateway }: ReadInvoice): boolean {
  const isMoved = gateway !== null && gateway.toLowerCase() !== ordered.toLowerCase();
  return canBeCaptured && !isMoved;
}

/** An order of something new that the addon could not take back, since something of it was paid, is a person's. */
async function mismatch(
  context: WhmcsContext,
  row: StoredWrite,
  request: StoredOrder,
  read: ReadInvoice,
): Promise<FinishedOrder> {
  if (!canBeTakenBack(request.line)) return leave(context, row, request, read);
  const { accountId: account, orderId: order } = row;
  const { id: invoice, status } = read.invoice;
  if ((await readOrderStatus(context, row)) === "ended") return takenBack(context, row, request, read);
  log("billing_order_not_taken_back", { request_id: context.requestId, account, order, invoice, status });
  return "under_way";
}

/** Tells the customer why the order is cancelled, as its invoice has it. */
async function takenBack(
  context: WhmcsContext,
  row: StoredWrite,
  request: StoredOrder,
  read: ReadInvoice | null,
): Promise<FinishedOrder> {
  const { accountId, orderId } = row;
  if (orderId === null) return "under_way";
  const isRisky = read !== null && isAtRisk(request, read);
  if (isRisky) await stopActing(context, "order_may_be_captured", { accountId, orderId });
  const problem = refusedOrder(request, read, isRisky);
  const fields = { request_id: context.requestId, account: accountId, order: orderId, invoice: read?.invoice.id };
  if (problem !== CANCELLED) log("billing_order_taken_back", fields);
  if (read?.invoice.status === "unpaid") reportUnpaid(context, row, request, read);
  return settled(context, row, "refused", problem);
}

/** What changes a thing that exists is not cancelled, which may end the thing: its unpaid invoice stays. */
async function leave(
  context: WhmcsContext,
  row: StoredWrite,
  request: StoredOrder,
  read: ReadInvoice,
): Promise<FinishedOrder> {
  reportUnpaid(context, row, request, read);
  return settled(context, row, "refused", refusedChange(request, read, isAtRisk(request, read)));
}

/** An unpaid invoice stays although its customer did not get what they ordered. */
function reportUnpaid(context: WhmcsContext, row: StoredWrite, request: StoredOrder, read: ReadInvoice): void {
  log(isAtRisk(request, read) ? "billing_invoice_may_be_charged" : "billing_unpaid_invoice_left", {
    request_id: context.requestId,
    account: row.accountId,
    order: row.orderId,
    invoice: read.invoice.id,
  });
}

/** The invoice was cancelled, merged or deleted: what staff did with the order says how it ends. */
async function withoutInvoice(context: WhmcsContext, row: StoredWrite): Promise<FinishedOrder> {
  const status = await readOrderStatus(context, row);
  if (status === "ended") return settled(context, row, "refused", CANCELLED);
  log("billing_invoice_gone", { request_id: context.requestId, account: row.accountId, order: row.orderId });
  const age = context.now() - Date.parse(row.sentAt ?? row.begunAt);
  return status !== "unread" && age >= UNREAD_FOR_MS ? "several" : "under_way";
}

async function done(
  context: WhmcsContext,
  row: StoredWrite,
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
  if (isSettledHere && made.waitsForProvider)
    log("billing_order_waits", { request_id: context.requestId, account: row.accountId, order: row.orderId });
  return settledNow(context, row);
}

/** Another call may have settled it meanwhile: the row says what counts. */
async function settled(context: WhmcsContext, row: StoredWrite, state: "done" | "refused", answer: object) {
  await context.actions.settle(row, state, answer);
  return settledNow(context, row);
}

async function settledNow(context: WhmcsContext, row: StoredWrite): Promise<FinishedOrder> {
  const now = await context.actions.find(row);
  return now && (now.state === "done" || now.state === "refused") ? now : "under_way";
}
