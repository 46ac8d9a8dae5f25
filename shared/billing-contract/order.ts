import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerInvoice, List } from "./customer.ts";
import type { ActionRequired } from "./result.ts";

/**
 * The status of an order.
 * - `awaiting_payment`: its invoice is to be paid, or its payment is pending; or paying would have no effect, and
 * `reason` says so.
 * - `paid`: its invoice is paid, and nothing more is known to have begun.
 * - `in_progress`: it is in progress, or nothing was due and it is not complete yet.
 * - `completed`: it is carried out.
 * - `refused`: it was not carried out although it was paid or nothing was due: by the registrar or the provider.
 * - `cancelled`: its customer or the provider cancelled it, or it was not paid in time and the system does not say
 * which.
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

/** What is ordered, and what that is about: a name in A-label form, or a service by its id. */
export type OrderSubject =
  | { kind: "registration" | "transfer" | "renewal"; domain: string }
  | { kind: "plan" | "plan_change"; serviceId: number };

/** An order of one thing, wherever it was placed. */
export interface CustomerOrder {
  id: number;
  subject: OrderSubject;
  status: (typeof ORDER_STATUSES)[number];
  /** RFC 3339, UTC; null where the billing system does not tell. */
  placedAt: string | null;
  /** Null if nothing is due, or if it can no longer be read. */
  invoice: CustomerInvoice | null;
  /** To pay the invoice; null where nothing is left to pay, or paying would bring nothing about. */
  actionRequired: ActionRequired | null;
  /** What it waits for or why it ended, where more is known than its status says. */
  reason: Text | null;
}

export interface AccountOrder {
  account: AccountReference;
  order: CustomerOrder;
}

/** By id, newest first. */
export type OrderListKey = Pick<CustomerOrder, "id">;
export interface OrderList extends List<OrderListKey> {
  status: "open" | "all";
}

export interface Placed {
  account: AccountReference;
  /** Null where the billing system created none. */
  orderId: number | null;
  /** Null where nothing is due. */
  invoice: CustomerInvoice | null;
  actionRequired: ActionRequired | null;
  /** Nothing is due, and nothing is carried out before the provider has accepted the order. */
  waitsForProvider?: true;
}
