import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { CustomerInvoice, Page } from "../../../shared/billing-contract/customer.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import {
  type AccountOrder,
  type CustomerOrder,
  OPEN_ORDER_STATUSES,
  type OrderList,
  type OrderListKey,
} from "../../../shared/billing-contract/order.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { admit } from "../accounts/access.ts";
import { getInvoices } from "../answers/invoices.ts";
import { getOrder, getOrders, type OrderDetails } from "../answers/orders.ts";
import { inOrder, NoAnswer } from "../bridge/outcome.ts";
import { readInvoice, toInvoices } from "../invoices/invoices.ts";
import { pageOf } from "../list-page.ts";
import { Refused } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type ActionRow, actionOfOrder, actionsByOrder } from "./action-rows.ts";
import { orderProgress } from "./order-progress.ts";
import { howFar, type OrderedThing, readOrderedRows, thingOf } from "./ordered-thing.ts";

/**
 * Returns one order of the account, including orders that the customer or staff placed in WHMCS. Requires the
 * provider's settings for orders, but also works while orders are stopped.
 * @throws {Refused}
 */
export async function readOrder(context: WhmcsContext, query: ActorQuery, id: number): Promise<AccountOrder> {
  const { api, db } = context;
  const { accountId } = query;
  await refuseWithoutOrders(context, query);
  const [{ account }, order, action] = await inOrder(
    admit(context, query),
    api.read(getOrder, { id }, { accountId }),
    actionOfOrder(db, accountId, id),
  );
  const thing = order && thingOf(order, action);
  if (!order || !thing) throw new Refused(NOT_FOUND);

  const invoiceId = invoiceIdOf(order, action);
  const [rows, invoice] = await inOrder(
    readOrderedRows(context, accountId, thing),
    invoiceId === null ? null : readInvoice(context, accountId, account.currency, invoiceId),
  );
  const read = toOrder(context, { order, thing, invoiceId }, rows, invoice);
  if (read === null) throw new Refused(NOT_FOUND);
  return { account, order: read };
}

/**
 * Returns one page of the account's orders, sorted by id, newest first. Reads the whole list, because the status of an
 * order depends on all of the account's domains and services.
 */
export async function listOrders(
  context: WhmcsContext,
  query: ActorQuery,
  list: OrderList,
): Promise<Page<CustomerOrder, OrderListKey>> {
  const { api, db } = context;
  const { accountId } = query;
  await refuseWithoutOrders(context, query);
  const [{ account }, orders, invoiceRows, rows, actions] = await inOrder(
    admit(context, query),
    api.list(getOrders, { clientid: accountId }, { accountId }),
    api.list(getInvoices, { userid: accountId }, { accountId }),
    readOrderedRows(context, accountId, null),
    actionsByOrder(db, accountId),
  );
  const invoices = new Map(toInvoices(context, account, invoiceRows).map((invoice) => [invoice.id, invoice]));
  const items = orders.flatMap((order): CustomerOrder[] => {
    const action = actions.get(order.id) ?? null;
    const thing = readableThing(context, accountId, order, action);
    const invoiceId = invoiceIdOf(order, action);
    const invoice = (invoiceId !== null && invoices.get(invoiceId)) || null;
    const read = thing && toOrder(context, { order, thing, invoiceId }, rows, invoice);
    return read && (list.status === "all" || OPEN_ORDER_STATUSES.includes(read.status)) ? [read] : [];
  });
  return {
    account,
    ...pageOf(
      items,
      list,
      ({ id }) => ({ id }),
      (one, other) => other.id - one.id,
    ),
  };
}

async function refuseWithoutOrders(context: WhmcsContext, query: ActorQuery): Promise<void> {
  const { acting, links } = context.settings;
  if (acting) return;
  await admit(context, query);
  throw new Refused({ code: "not_offered", reason: NO_CHANGES_TAKEN, path: links.home });
}

/**
 * Returns the id of an order's invoice; `null` if it has none. WHMCS's order is preferred, because a merge may have
 * replaced the original invoice.
 */
function invoiceIdOf(order: OrderDetails, action: ActionRow | null): number | null {
  return order.invoice ?? action?.made?.invoiceId ?? null;
}

/** Returns the ordered item; `null` if it is unknown. Logs an order with unreadable contents. */
function readableThing(
  { api }: WhmcsContext,
  accountId: number,
  order: OrderDetails,
  action: ActionRow | null,
): OrderedThing | null {
  try {
    return thingOf(order, action);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    api.rowUnread(getOrders.name, order.id, { accountId });
    return null;
  }
}

/** Converts an order to the contract's form. @returns `null` if the contract has no equivalent */
function toOrder(
  { settings }: WhmcsContext,
  { order, thing, invoiceId }: { order: OrderDetails; thing: OrderedThing; invoiceId: number | null },
  rows: Awaited<ReturnType<typeof readOrderedRows>>,
  invoice: CustomerInvoice | null,
): CustomerOrder | null {
  const read = howFar(thing, rows);
  if (read === null) return null;
  const evidence = {
    status: order.status,
    ...read,
    invoice: invoice ?? (invoiceId === null ? "none" : "gone"),
  } as const;
  const progress = orderProgress(evidence, settings.links);
  return { id: order.id, subject: read.subject, placedAt: order.date, invoice, ...progress };
}
