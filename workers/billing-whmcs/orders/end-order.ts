import type { CustomerInvoice, CustomerService } from "../../../shared/billing-contract/customer.ts";
import { pagePath } from "../../../shared/billing-contract/description.ts";
import type { Placed } from "../../../shared/billing-contract/order.ts";
import type { FoundWrite } from "../../../shared/billing-contract/writes.ts";
import { PAY } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import { getOrder } from "../answers/orders.ts";
import type { AddonOutcome, PlacedOrder } from "../bridge/messages.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { plansByProduct } from "../catalogue/plan-map.ts";
import { readInvoice } from "../invoices/invoices.ts";
import { findService } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { stopActing } from "./acting.ts";
import {
  type ActionRow,
  canBeTakenBack,
  changeAction,
  endAction,
  forgetAction,
  type StoredOrder,
} from "./action-rows.ts";
import { memoIn } from "./addon-orders.ts";
import { CANCELLED, refusedChange, refusedOrder } from "./order-refusals.ts";
import { learnRenewalPricing } from "./renewal-pricing.ts";

/** The time after which a sent action without a known outcome becomes `lost`. Other actions may then use its target. */
export const DELIVERY_WINDOW_MS = 180_000;
/** The time after which the operator must handle an order whose invoice is missing, unreadable or cancelled. */
const UNREAD_FOR_MS = 86_400_000;

export const ABSENT = { state: "absent" } as const satisfies FoundWrite;
/**
 * Nothing was done, and nothing will be done. Either the row that sending requires was deleted, or the addon refuses
 * the reference.
 */
export const NEVER = { state: "absent", isFinal: true } as const satisfies FoundWrite;
export const UNDER_WAY: FoundWrite = { state: "under_way" };

/**
 * Ends an order's action according to the outcome that the addon reports.
 * @param isAsked whether the reference can still be used if nothing was done
 */
export async function endOrder(
  context: WhmcsContext,
  row: ActionRow,
  outcome: AddonOutcome,
  { isAsked = false } = {},
): Promise<FoundWrite> {
  if ("order" in outcome) {
    await changeAction(context.db, row, "note", { order_id: outcome.order });
    // If a reference was reused, the first request is the one that was placed.
    const request = memoIn(outcome)?.request ?? row.request;
    const ended = request?.kind === "order" && (await orNoAnswer(endPlaced(context, row, request, outcome)));
    if (ended) return ended instanceof NoAnswer ? UNDER_WAY : ended;
  }
  const found = foundIn(outcome, !isAsked);
  if (found.state === "absent" && !isAsked)
    await forgetAction(context.db, row, row.state === "lost" ? "lost" : "sending");
  if (found.state === "several") await loseIfLate(context, row);
  return found;
}

/**
 * Converts an outcome for which the action could not be ended.
 * @param isWithdrawn whether the reference is withdrawn, so that nothing will be done for it
 */
export function foundIn(outcome: AddonOutcome, isWithdrawn: boolean): FoundWrite {
  if ("orders" in outcome) return { state: "several", count: outcome.orders.length };
  if ("order" in outcome) return { state: "several", count: 1 };
  return outcome.state === "under_way" ? UNDER_WAY : isWithdrawn ? NEVER : ABSENT;
}

/**
 * Moves an action without an outcome to `lost` after {@link DELIVERY_WINDOW_MS}. Other actions may then use its target
 * in this database, but the account's journal still locks the target.
 */
export async function loseIfLate({ db, now }: WhmcsContext, row: ActionRow): Promise<void> {
  const isPast = now() - Date.parse(row.sentAt ?? row.begunAt) >= DELIVERY_WINDOW_MS;
  if (isPast) await changeAction(db, row, "lose");
}

async function endPlaced(
  context: WhmcsContext,
  row: ActionRow,
  request: StoredOrder,
  outcome: PlacedOrder,
): Promise<FoundWrite> {
  const { db } = context;
  const { accountId } = row;
  const { state, order: orderId, invoice: invoiceId, differs } = outcome;
  const { price, line, renewal } = request;
  const made = { serviceId: (state === "done" ? outcome.services[0] : undefined) ?? null, invoiceId };
  const ended = { order_id: orderId, made, request };
  const fields = { request_id: context.requestId, account: accountId, order: orderId, invoice: invoiceId ?? undefined };
  const invoice = invoiceId === null ? null : await readInvoice(context, accountId, price.currency, invoiceId);
  const isOther = differs.includes("price");
  const mayBeCharged = differs.includes("gateway");
  if (mayBeCharged) await stopActing(context, "order_may_be_captured", { accountId, orderId });
  if (differs.includes("paid")) await stopActing(context, "order_was_paid", { accountId, orderId });
  if (differs.includes("moved")) log("billing_order_gateway_changed", fields);
  if (isOther) log("billing_price_differs", { ...fields, judged: price.amount, invoiced: outcome.subtotal });
  if (renewal && outcome.subtotal !== null) await learnRenewalPricing(context, renewal, outcome.subtotal);

  const isCancelled = state === "taken_back";
  if (invoice?.status === "unpaid" && (isCancelled || isOther || mayBeCharged))
    log(mayBeCharged ? "billing_invoice_may_be_charged" : "billing_unpaid_invoice_left", fields);
  if (isCancelled) {
    const answer = refusedOrder(request, outcome);
    if (answer !== CANCELLED) log("billing_order_taken_back", fields);
    return endAction(db, row, "refuse", { ...ended, answer });
  }
  if (invoiceId !== null && (invoice === null || invoice.status === "cancelled")) {
    log("billing_invoice_gone", fields);
    const age = context.now() - Date.parse(row.sentAt ?? row.begunAt);
    return age >= UNREAD_FOR_MS ? { state: "several", count: 1 } : UNDER_WAY;
  }
  if (invoice && (isOther || mayBeCharged)) {
    // Leave the unpaid invoice, because cancelling the order may end the existing domain or service.
    if (!canBeTakenBack(line))
      return endAction(db, row, "refuse", { ...ended, answer: refusedChange(request, invoice, differs) });
    log("billing_order_not_taken_back", { ...fields, status: invoice.status });
    return UNDER_WAY;
  }
  if (invoice && (invoice.status === "paid" || invoice.creditApplied > 0)) log("billing_order_paid_itself", fields);
  const told = await readMade(context, { accountId, orderId, line, serviceId: made.serviceId }, invoice);
  const path = pagePath(context.settings.links, "invoice", { id: invoice?.id ?? 0 });
  const placed: Omit<Placed, "account"> = {
    ...{ orderId, invoice },
    actionRequired: invoice?.status === "unpaid" ? { ...PAY, path } : null,
  };
  if (told.waitsForProvider) log("billing_order_waits", fields);
  return endAction(db, row, "finish", { ...ended, answer: { ...request.value, ...told, ...placed } });
}

/** The item that an order has created or changed, as part of the order's answer. */
interface Made {
  /** The service that a plan order created. */
  serviceId?: number | null;
  /** The service that a plan change concerns, in its current state. */
  service?: CustomerService;
  waitsForProvider?: true;
}

/**
 * Reads what an order has created or changed so far. If nothing is due, WHMCS may wait until staff accept the order.
 */
async function readMade(
  context: WhmcsContext,
  {
    accountId,
    orderId,
    line,
    serviceId,
  }: { accountId: number; orderId: number; serviceId: number | null } & Pick<StoredOrder, "line">,
  invoice: CustomerInvoice | null,
): Promise<Made> {
  const own = line.kind === "plan" ? { serviceId } : {};
  if (invoice?.status === "unpaid") return own;
  if (line.kind !== "change") {
    if (invoice) return own;
    // Only an order without an invoice waits for staff. WHMCS completes a paid order but may leave its status pending.
    const order = await context.api.read(getOrder, { id: orderId }, { accountId });
    return order?.status.toLowerCase() === "pending" ? { ...own, waitsForProvider: true } : own;
  }
  const [service, plans] = await Promise.all([
    findService(context, accountId, line.serviceId),
    plansByProduct(context),
  ]);
  if (!service) return { waitsForProvider: true };
  const isChanged = service.planId === plans.get(line.productId)?.planId && service.billingCycle === line.billingCycle;
  return isChanged ? { service } : { service, waitsForProvider: true };
}
