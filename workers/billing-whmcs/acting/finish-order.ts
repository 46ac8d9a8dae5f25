import type { Placed } from "../../../shared/billing-contract/actions.ts";
import type { ActionRefused, Money } from "../../../shared/billing-contract/result.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { getOrders } from "../api/actions/orders.ts";
import { learnRenewalPricing } from "../domains/renewal-pricing.ts";
import { type ReadInvoice, readInvoice } from "../invoices/read-invoice.ts";
import { readServices } from "../services/list-services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { stopActing } from "./acting-switch.ts";
import { canBeTakenBack, type StoredOrder } from "./order-request.ts";
import type { StoredAction } from "./stored-actions.ts";

/**
 * Brings an order that was placed to its end: answered where its invoice has the price that was judged, taken back where it has another.
 * @returns the row once it is done or refused; null where it is not yet
 */
export async function finishOrder(context: WhmcsContext, row: StoredAction): Promise<StoredAction | null> {
  const { accountId, request, orderId, made } = row;
  if (request?.kind !== "order" || orderId === null || !made) return null;
  const actor = { accountId, requestId: context.requestId };
  if (made.invoiceId === null) return done(context, row, request, null);
  const read = await readInvoice(context, actor, request.price, made.invoiceId);
  if (read.kind !== "ok") return null;
  if (read.body === null) return invoiceIsGone(context, row);
  const { invoice, canBeCaptured } = read.body;
  if (row.state === "taking_back") return takeBack(context, row, request, read.body);
  const fields = { request_id: context.requestId, account: accountId, order: orderId, invoice: invoice.id };
  if (canBeCaptured && invoice.status === "unpaid") {
    await stopActing(context, "order_may_be_captured", { accountId, orderId });
    return mismatch(context, row, request, read.body);
  }
  if (request.renewal) await learnRenewalPricing(context, request.renewal, invoice.subtotal);
  if (invoice.subtotal !== request.price.amount) {
    log("billing_price_differs", { ...fields, judged: request.price.amount, invoiced: invoice.subtotal });
    return mismatch(context, row, request, read.body);
  }
  if (invoice.status === "paid" || invoice.creditApplied > 0) log("billing_order_paid_itself", fields);
  return done(context, row, request, read.body);
}

function mismatch(context: WhmcsContext, row: StoredAction, request: StoredOrder, read: ReadInvoice) {
  return canBeTakenBack(request.line) ? startTakingBack(context, row, request, read) : leave(context, row, read);
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
  { price }: StoredOrder,
  { invoice, canBeCaptured, isUntouched }: ReadInvoice,
): Promise<StoredAction | null> {
  const { api, requestId } = context;
  const { accountId, orderId } = row;
  if (orderId === null) return null;
  const call = { accountId, requestId };
  const fields = { request_id: requestId, account: accountId, order: orderId, invoice: invoice.id };
  if (!(await isCancelled(context, row))) {
    if (!isUntouched) {
      log("billing_order_not_taken_back", { ...fields, status: invoice.status });
      return null;
    }
    await api.write("CancelOrder", { orderid: orderId }, call);
    if (!(await isCancelled(context, row))) return null;
  }
  log("billing_order_taken_back", fields);
  const now = await readInvoice(context, call, price, invoice.id);
  if (now.kind === "ok" && now.body?.invoice.status === "unpaid") log("billing_unpaid_invoice_left", fields);
  const isSamePrice = canBeCaptured && invoice.subtotal === price.amount;
  const problem: ActionRefused = isSamePrice
    ? NOT_TAKEN_NOW
    : { code: "price_changed", price: { amount: invoice.subtotal, currency: price.currency } };
  return settled(context, row, "refused", problem);
}

async function isCancelled({ api, requestId }: WhmcsContext, { accountId, orderId }: StoredAction): Promise<boolean> {
  const read = await api.list(getOrders, { userid: accountId, id: orderId ?? undefined }, { accountId, requestId });
  const order = read.kind === "ok" ? read.body.find(({ id }) => id === orderId) : undefined;
  return order?.status.toLowerCase() === "cancelled";
}

/** What changes a thing that exists is not cancelled, which may end the thing: its unpaid invoice stays. */
async function leave(context: WhmcsContext, row: StoredAction, { invoice }: ReadInvoice): Promise<StoredAction | null> {
  const { requestId } = context;
  log("billing_unpaid_invoice_left", {
    request_id: requestId,
    account: row.accountId,
    order: row.orderId,
    invoice: invoice.id,
  });
  return settled(context, row, "refused", {
    code: "refused",
    reason: invoiceStands({ amount: invoice.subtotal, currency: invoice.currency }, invoice.number),
  });
}

function invoiceStands({ amount, currency }: Money, number: string): Text {
  const en = `${(amount / 100).toFixed(2)} ${currency}`;
  const fr = en.replace(".", ",");
  return {
    en: `The billing system asks another price: ${en} before taxes. An unpaid invoice of that amount, ${number}, stands in the client area and need not be paid; nothing is changed before it is.`,
    fr: `Le système de facturation demande un autre prix : ${fr} avant taxes. Une facture impayée de ce montant, ${number}, se trouve dans l’espace client et n’a pas à être payée ; rien n’est changé avant qu’elle ne le soit.`,
  };
}

async function invoiceIsGone(context: WhmcsContext, row: StoredAction): Promise<null> {
  log("billing_invoice_gone", { request_id: context.requestId, account: row.accountId, order: row.orderId });
  return null;
}

async function done(
  context: WhmcsContext,
  row: StoredAction,
  { value, line }: StoredOrder,
  read: ReadInvoice | null,
): Promise<StoredAction | null> {
  const { links } = context.settings;
  const invoice = read?.invoice ?? null;
  const isDue = invoice !== null && invoice.status === "unpaid";
  const path = links.invoice.replace("{id}", String(invoice?.id));
  const placed: Omit<Placed, "account"> = {
    orderId: row.orderId,
    invoice,
    actionRequired: isDue ? { ...PAY, path } : null,
  };
  const answer = { ...value, ...(await serviceOf(context, row, isDue)), ...placed };
  const isSettledHere = await context.actions.settle(row, "done", answer);
  if (isSettledHere && isDue && line.kind !== "change") context.waitUntil(mailInvoice(context, row, invoice.id));
  return settledNow(context, row);
}

/** The mail about a new invoice, which the order was told to leave out until its price was compared; an upgrade sends its own. */
async function mailInvoice({ api, requestId }: WhmcsContext, { accountId }: StoredAction, id: number): Promise<void> {
  const outcome = await api.write("SendEmail", { messagename: "Invoice Created", id }, { accountId, requestId });
  if (outcome.kind !== "ok")
    log("billing_invoice_not_mailed", { request_id: requestId, account: accountId, invoice: id });
}

/** The service that the order made, or the one that was changed at once because nothing was due. */
async function serviceOf(context: WhmcsContext, { accountId, request, made }: StoredAction, isDue: boolean) {
  const line = request?.kind === "order" ? request.line : null;
  if (line?.kind === "plan") return { serviceId: made?.serviceId };
  if (line?.kind !== "change" || isDue) return {};
  const read = await readServices(context, { accountId, requestId: context.requestId }, line.serviceId);
  const service = read.kind === "ok" ? read.body.find(({ id }) => id === line.serviceId) : undefined;
  return service ? { service } : {};
}

const PAY = {
  type: "pay_invoice",
  message: {
    en: "Pay the invoice in the client area. The order is carried out once it is paid.",
    fr: "Payez la facture dans l’espace client. La commande sera exécutée une fois la facture payée.",
  },
} as const;

const NOT_TAKEN_NOW: ActionRefused = {
  code: "not_offered",
  reason: {
    en: "The provider does not take orders here now. Nothing was ordered.",
    fr: "Le fournisseur ne prend pas de commandes ici en ce moment. Rien n’a été commandé.",
  },
};

/** Another call may have settled it meanwhile: the row says what counts. */
async function settled(context: WhmcsContext, row: StoredAction, state: "done" | "refused", answer: object) {
  await context.actions.settle(row, state, answer);
  return settledNow(context, row);
}

async function settledNow(context: WhmcsContext, row: StoredAction): Promise<StoredAction | null> {
  const now = await context.actions.find(row);
  return now && (now.state === "done" || now.state === "refused") ? now : null;
}
