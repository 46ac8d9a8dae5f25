import { withdrawOrders } from "./withdraw-orders.ts";

/** A service ends: what is open for it is withdrawn with its unpaid invoice. */
export function endService(
  db: D1Database,
  serviceId: number,
  status: "cancelled" | "terminated",
): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE services SET status = ?, next_due_on = NULL WHERE id = ?").bind(status, serviceId),
    ...withdrawOrders(db, serviceId),
  ];
}
