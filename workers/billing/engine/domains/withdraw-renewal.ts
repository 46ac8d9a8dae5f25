/**
 * What is open for a domain is withdrawn, with its unpaid invoice: its price or the name itself is another. The invoice whose
 * payment is on its way stays, and what comes becomes credit.
 */
export function withdrawRenewal(db: D1Database, domainId: number): D1PreparedStatement[] {
  const open = "domain_id = ? AND status = 'open'";
  return [
    db
      .prepare(
        `UPDATE invoices SET status = 'cancelled'
         WHERE status IN ('unpaid', 'collections') AND id IN (SELECT invoice_id FROM orders WHERE ${open})`,
      )
      .bind(domainId),
    db.prepare(`UPDATE orders SET status = 'cancelled' WHERE ${open}`).bind(domainId),
  ];
}
