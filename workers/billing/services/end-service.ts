/** A service ends: what is open for it is withdrawn with its unpaid invoice. */
export function endService(
  db: D1Database,
  serviceId: number,
  status: "cancelled" | "terminated",
): D1PreparedStatement[] {
  const open = "service_id = ? AND status = 'open'";
  return [
    db.prepare("UPDATE services SET status = ?, next_due_on = NULL WHERE id = ?").bind(status, serviceId),
    db
      .prepare(
        `UPDATE invoices SET status = 'cancelled'
         WHERE status IN ('unpaid', 'collections') AND id IN (SELECT invoice_id FROM orders WHERE ${open})`,
      )
      .bind(serviceId),
    db.prepare(`UPDATE orders SET status = 'cancelled' WHERE ${open}`).bind(serviceId),
  ];
}
