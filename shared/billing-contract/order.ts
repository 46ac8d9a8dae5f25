import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerInvoice, List } from "./customer.ts";
import type { ActionRequired } from "./result.ts";

/**
 * The status of an order.
 * - `awaiting_payment`: its invoice is unpaid, or its payment is pending. If paying would have no effect, `reason` says
 *   why.
 * - `paid`: its invoice is paid, and no work is known to have begun.
 * - `in_progress`: work has begun, or nothing was due and the order is not complete yet.
 * - `completed`: all work is done.
 * - `refused`: the registrar or the provider refused it after it was paid, or although nothing was due.
 * - `cancelled`: its customer or the provider cancelled it. A billing system that cannot tell a lapsed order apart also
 *   reports it as `cancelled`.
 * - `lapsed`: it was not paid in time.
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

/** The ordered item: a domain name in A-label form, or the id of a service. */
export type OrderSubject =
  | { kind: "registration" | "transfer" | "renewal"; domain: string }
  | { kind: "plan" | "plan_change"; serviceId: number };

/** An order of one item, from any channel. */
export interface CustomerOrder {
  id: number;
  subject: OrderSubject;
  status: (typeof ORDER_STATUSES)[number];
  /** RFC 3339, UTC; null if the billing system does not report it. */
  placedAt: string | null;
  /** Null if nothing is due, or if the invoice can no longer be read. */
  invoice: CustomerInvoice | null;
  /** The step that pays the invoice; null if nothing is left to pay, or if paying would have no effect. */
  actionRequired: ActionRequired | null;
  /** Why it waits or ended, if more is known than its status. */
  reason: Text | null;
}

export interface AccountOrder {
  account: AccountReference;
  order: CustomerOrder;
}

/** The order of the list: by id, newest first. */
export type OrderListKey = Pick<CustomerOrder, "id">;
export interface OrderList extends List<OrderListKey> {
  status: "open" | "all";
}

export interface Placed {
  account: AccountReference;
  /** Null if the billing system created no order. */
  orderId: number | null;
  /** Null if nothing is due. */
  invoice: CustomerInvoice | null;
  actionRequired: ActionRequired | null;
  /** Nothing is due, and work begins only after the provider has accepted the order. */
  waitsForProvider?: true;
}
