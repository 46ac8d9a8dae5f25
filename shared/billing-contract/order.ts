import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerInvoice, List } from "./customer.ts";
import type { ActionRequired } from "./result.ts";

/**
 * The status of an order.
 * - `awaiting_payment`: its invoice is unpaid, or its payment is pending. If paying would have no effect, `reason`
 *   explains why.
 * - `paid`: its invoice is paid, but no work has been reported.
 * - `in_progress`: work has begun, or there was nothing to pay and the order is not complete yet.
 * - `completed`: all work is done.
 * - `refused`: the registrar or the provider refused an order that was paid or had nothing to pay.
 * - `cancelled`: the customer or the provider cancelled the order. A billing system that cannot distinguish lapsed
 *   orders also reports them as `cancelled`.
 * - `lapsed`: the order was not paid in time.
 */
export const ORDER_STATUSES = [
  "awaiting_payment",
  "paid",
  "in_progress",
  "completed",
  "refused",
  "cancelled",
  "lapsed",
] as const;

/** The statuses of an order that has not ended. */
export const OPEN_ORDER_STATUSES: readonly CustomerOrder["status"][] = ["awaiting_payment", "paid", "in_progress"];

/** The ordered item, identified by a domain name in A-label form or by a service id. */
export type OrderSubject =
  | { kind: "registration" | "transfer" | "renewal"; domain: string }
  | { kind: "plan" | "plan_change"; serviceId: number };

/** An order of one item, placed through any channel. */
export interface CustomerOrder {
  id: number;
  subject: OrderSubject;
  status: (typeof ORDER_STATUSES)[number];
  /** Time of the order (RFC 3339 in UTC); `null` if the billing system does not report it. */
  placedAt: string | null;
  /** The invoice; `null` if there is nothing to pay, or if the invoice can no longer be read. */
  invoice: CustomerInvoice | null;
  /** The step that pays the invoice; `null` if nothing is left to pay, or if paying would have no effect. */
  actionRequired: ActionRequired | null;
  /** The reason why the order waits or ended, if more is known than its status. */
  reason: Text | null;
}

export interface AccountOrder {
  account: AccountReference;
  order: CustomerOrder;
}

/** The list key of orders, which are ordered by id, newest first. */
export type OrderListKey = Pick<CustomerOrder, "id">;
export interface OrderList extends List<OrderListKey> {
  status: "open" | "all";
}

export interface Placed {
  account: AccountReference;
  /** The id of the order; `null` if the billing system created none. */
  orderId: number | null;
  /** The invoice; `null` if there is nothing to pay. */
  invoice: CustomerInvoice | null;
  actionRequired: ActionRequired | null;
  /** Present if there is nothing to pay but work begins only after the provider has accepted the order. */
  waitsForProvider?: true;
}
