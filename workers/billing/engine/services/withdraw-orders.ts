import type { OrderKind } from "../orders/new-order.ts";

/**
 * What is ordered for a service and not paid is withdrawn, with its invoice; the one whose payment is on its way stays, and
 * what comes becomes credit.
 * @param kind of one kind alone
 */
export function withdrawOrders(
  db: D1Database,
  serviceId: number,
  kind: Extract<OrderKind, "renew_service" | "plan_change"> | null = null,
): D1PreparedStatement[] {
  const open = "service_id = ?1 AND status = 'open' AND (?2 IS NULL OR kind = ?2)";
  return [
    db
      .prepare(
        `UPDATE invoices SET status = 'cancelled'
         WHERE status IN ('unpaid', 'collections') AND id IN (SELECT invoice_id FROM orders WHERE ${open})`,
      )
      .bind(serviceId, kind),
    db.prepare(`UPDATE orders SET status = 'cancelled' WHERE ${open}`).bind(serviceId, kind),
  ];
}
