import type { CustomerInvoice, CustomerService } from "../../../shared/billing-contract/customer.ts";
import { pagePath } from "../../../shared/billing-contract/description.ts";
import type { Placed } from "../../../shared/billing-contract/order.ts";
import { PAY } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import { getOrders } from "../answers/orders.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { plansByProduct } from "../catalogue/plan-map.ts";
import { type ReadInvoice, readInvoice } from "../invoices/invoices.ts";
import { findService } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { stopActing } from "./acting.ts";
import { type ActionRow, canBeTakenBack, changeAction, findAction, type StoredOrder } from "./action-rows.ts";
import { CANCELLED, refusedChange, refusedOrder } from "./order-refusals.ts";
import { learnRenewalPricing } from "./renewal-pricing.ts";

/** The row once it is done or refused. `several`: its order is there, and what is to be said of it a person has to find out. */
export type FinishedOrder = ActionRow | "under_way" | "several";

/** A row whose order is known, with what was ordered. */
type PlacedRow = ActionRow & { request: StoredOrder; orderId: number; made: NonNullable<ActionRow["made"]> };

/** An order whose invoice cannot be read, and that is not cancelled, is a person's after this long. */
const UNREAD_FOR_MS = 86_400_000;

/**
 * Brings an order that was placed to its end: answered where its invoice has the price that was judged. The addon has taken back what it
 * could of the others.
 */
export async function finishOrder(context: WhmcsContext, row: ActionRow): Promise<FinishedOrder> {
  if (!isPlaced(row)) return "under_way";
  const finished = await orNoAnswer(endOrder(context, row));
  return finished instanceof NoAnswer ? "under_way" : finished;
}

function isPlaced(row: ActionRow): row is PlacedRow {
  return row.request?.kind === "order" && row.orderId !== null && row.made !== null;
}

async function endOrder(context: WhmcsContext, row: PlacedRow): Promise<FinishedOrder> {
  const { accountId, request, orderId, made } = row;
  const { currency } = request.price;
  const read = made.invoiceId === null ? null : await readInvoice(context, accountId, currency, made.invoiceId);
  if (row.state === "taken_back") return takenBack(context, row, read);
  if (made.invoiceId === null) return done(context, row, null);
  if (read === null || read.invoice.status === "cancelled") return withoutInvoice(context, row);
  const { invoice } = read;
  const fields = { ...fieldsOf(context, row), invoice: invoice.id };
  if (isAtRisk(request, read)) {
    const isUnpaid = invoice.status === "unpaid";
    await stopActing(context, isUnpaid ? "order_may_be_captured" : "order_was_paid", { accountId, orderId });
    if (isUnpaid) return mismatch(context, row, read);
  } else if (read.canBeCaptured) log("billing_order_gateway_changed", fields);
  if (request.renewal) await learnRenewalPricing(context, request.renewal, invoice.subtotal);
  if (invoice.subtotal !== request.price.amount) {
    log("billing_price_differs", { ...fields, judged: request.price.amount, invoiced: invoice.subtotal });
    return mismatch(context, row, read);
  }
  if (invoice.status === "paid" || invoice.creditApplied > 0) log("billing_order_paid_itself", fields);
  return done(context, row, invoice);
}

function fieldsOf({ requestId }: WhmcsContext, { accountId, orderId }: ActionRow) {
  return { request_id: requestId, account: accountId, order: orderId };
}

/** Whether a stored card may be charged with nobody having chosen so: whoever moved the invoice to another gateway has. */
function isAtRisk({ gateway: ordered }: StoredOrder, { canBeCaptured, gateway }: ReadInvoice): boolean {
  const isMoved = gateway !== null && gateway.toLowerCase() !== ordered.toLowerCase();
  return canBeCaptured && !isMoved;
}

/**
 * What changes a thing that exists is not cancelled, which may end the thing: its unpaid invoice stays. An order of something new that
 * the addon could not take back, since something of it was paid, is a person's.
 */
async function mismatch(context: WhmcsContext, row: PlacedRow, read: ReadInvoice): Promise<FinishedOrder> {
  const { request } = row;
  if (!canBeTakenBack(request.line)) {
    reportUnpaid(context, row, read);
    return ended(context, row, "refuse", refusedChange(request, read, isAtRisk(request, read)));
  }
  if ((await readOrderStatus(context, row)) === "ended") return takenBack(context, row, read);
  const { id: invoice, status } = read.invoice;
  log("billing_order_not_taken_back", { ...fieldsOf(context, row), invoice, status });
  return "under_way";
}

/** Tells the customer why the order is cancelled, as its invoice has it. */
async function takenBack(context: WhmcsContext, row: PlacedRow, read: ReadInvoice | null): Promise<FinishedOrder> {
  const { request } = row;
  const isRisky = read !== null && isAtRisk(request, read);
  if (isRisky) await stopActing(context, "order_may_be_captured", row);
  const problem = refusedOrder(request, read, isRisky);
  if (problem !== CANCELLED) log("billing_order_taken_back", { ...fieldsOf(context, row), invoice: read?.invoice.id });
  if (read?.invoice.status === "unpaid") reportUnpaid(context, row, read);
  return ended(context, row, "refuse", problem);
}

/** An unpaid invoice stays although its customer did not get what they ordered. */
function reportUnpaid(context: WhmcsContext, row: PlacedRow, read: ReadInvoice): void {
  const event = isAtRisk(row.request, read) ? "billing_invoice_may_be_charged" : "billing_unpaid_invoice_left";
  log(event, { ...fieldsOf(context, row), invoice: read.invoice.id });
}

/** The invoice was cancelled, merged or deleted: what staff did with the order says how it ends. */
async function withoutInvoice(context: WhmcsContext, row: PlacedRow): Promise<FinishedOrder> {
  const status = await orNoAnswer(readOrderStatus(context, row));
  if (status === "ended") return ended(context, row, "refuse", CANCELLED);
  log("billing_invoice_gone", fieldsOf(context, row));
  const age = context.now() - Date.parse(row.sentAt ?? row.begunAt);
  return !(status instanceof NoAnswer) && age >= UNREAD_FOR_MS ? "several" : "under_way";
}

async function done(context: WhmcsContext, row: PlacedRow, invoice: CustomerInvoice | null): Promise<FinishedOrder> {
  const { orderId, request } = row;
  const made = await readMade(context, row, invoice);
  const path = pagePath(context.settings.links, "invoice", { id: invoice?.id ?? 0 });
  const placed: Omit<Placed, "account"> = {
    orderId,
    invoice,
    actionRequired: invoice?.status === "unpaid" ? { ...PAY, path } : null,
  };
  const isEndedHere = await changeAction(context.db, row, "finish", {
    answer: { ...request.value, ...made, ...placed },
  });
  if (isEndedHere && made.waitsForProvider) log("billing_order_waits", fieldsOf(context, row));
  return nowEnded(context, row);
}

async function ended(context: WhmcsContext, row: PlacedRow, change: "refuse", answer: object): Promise<FinishedOrder> {
  await changeAction(context.db, row, change, { answer });
  return nowEnded(context, row);
}

/** Another call may have ended it meanwhile: the row says what counts. */
async function nowEnded({ db }: WhmcsContext, row: ActionRow): Promise<FinishedOrder> {
  const now = await findAction(db, row);
  return now?.state === "done" || now?.state === "refused" ? now : "under_way";
}

/** What an order's answer says of what it made. */
interface Made {
  /** Of a plan. */
  serviceId?: number | null;
  /** The changed one, as it is now. */
  service?: CustomerService;
  waitsForProvider?: true;
}

/** Reads what an order has made so far. Where nothing is due WHMCS may wait for its staff to accept the order, without an invoice that is paid. */
async function readMade(context: WhmcsContext, row: PlacedRow, invoice: CustomerInvoice | null): Promise<Made> {
  const { line } = row.request;
  const own = line.kind === "plan" ? { serviceId: row.made.serviceId } : {};
  if (invoice?.status === "unpaid") return own;
  if (line.kind !== "change") {
    // What is paid is carried out by the payment, and its order may stay pending all the same.
    const waits = invoice === null && (await readOrderStatus(context, row)) === "pending";
    return waits ? { ...own, waitsForProvider: true } : own;
  }
  const [service, plans] = await Promise.all([
    findService(context, row.accountId, line.serviceId),
    plansByProduct(context),
  ]);
  if (!service) return { waitsForProvider: true };
  const isChanged = service.planId === plans.get(line.productId)?.planId && service.billingCycle === line.billingCycle;
  return isChanged ? { service } : { service, waitsForProvider: true };
}

/** What WHMCS has of an order. `ended`: it is cancelled, or fraud. `missing`: it is not listed. */
type OrderStatus = "pending" | "active" | "ended" | "missing";

async function readOrderStatus({ api }: WhmcsContext, { accountId, orderId }: ActionRow): Promise<OrderStatus> {
  const orders = await api.list(getOrders, { userid: accountId, id: orderId ?? undefined }, { accountId });
  const order = orders.find(({ id }) => id === orderId);
  if (!order) return "missing";
  switch (order.status.toLowerCase()) {
    case "cancelled":
    case "fraud":
      return "ended";
    case "pending":
      return "pending";
    default:
      return "active";
  }
}

/**
 * Whether staff has undone the order of an action that was done: it is cancelled, and nothing was paid for it. Where that cannot be read,
 * it has not.
 */
export async function isUndone(context: WhmcsContext, row: ActionRow): Promise<boolean> {
  if (!isPlaced(row)) return false;
  const undone = await orNoAnswer(wasUndone(context, row));
  return undone instanceof NoAnswer ? false : undone;
}

async function wasUndone(context: WhmcsContext, row: PlacedRow): Promise<boolean> {
  const { accountId, request, made } = row;
  if ((await readOrderStatus(context, row)) !== "ended") return false;
  if (made.invoiceId === null) return true;
  const read = await readInvoice(context, accountId, request.price.currency, made.invoiceId);
  return read === null || ["unpaid", "cancelled"].includes(read.invoice.status);
}
