import { getOrders } from "../api/actions/orders.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { StoredWrite } from "./stored-write.ts";

/** What WHMCS has of an order. `ended`: it is cancelled, or fraud. `missing`: it is not listed. `unread`: there was no answer. */
export type OrderStatus = "pending" | "active" | "ended" | "missing" | "unread";

/** Reads what has become of the order of an action. */
export async function readOrderStatus(
  { api, requestId }: WhmcsContext,
  { accountId, orderId }: Pick<StoredWrite, "accountId" | "orderId">,
): Promise<OrderStatus> {
  const read = await api.list(getOrders, { userid: accountId, id: orderId ?? undefined }, { accountId, requestId });
  if (read.kind !== "ok") return "unread";
  const order = read.body.find(({ id }) => id === orderId);
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
