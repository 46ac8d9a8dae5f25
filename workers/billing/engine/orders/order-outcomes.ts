import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";
import type { PaidOrder } from "./paid-order.ts";

/** The condition of each statement: the order is still paid and not done, so that concurrent runs complete or fail it once. */
const STILL_PAID = "EXISTS (SELECT 1 FROM orders WHERE id = ? AND status = 'paid')";

/** The last statement of the transaction. */
export function orderDone(db: D1Database, { id }: PaidOrder): D1PreparedStatement {
  return db.prepare("UPDATE orders SET status = 'done', auth_code = NULL WHERE id = ? AND status = 'paid'").bind(id);
}

/** A registration or transfer that the registrar has completed. */
export function domainRegistered(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE domains SET status = 'active', registered_on = ?, expires_on = ?, next_due_on = ?
         WHERE id = ? AND ${STILL_PAID}`,
      )
      .bind(domain.registeredOn, domain.expiresOn, domain.expiresOn, order.domain_id, order.id),
  ];
}

export function domainRenewed(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement[] {
  return [
    db
      .prepare(`UPDATE domains SET status = 'active', expires_on = ?, next_due_on = ? WHERE id = ? AND ${STILL_PAID}`)
      .bind(domain.expiresOn, domain.expiresOn, order.domain_id, order.id),
  ];
}

/**
 * Fails a paid order: its new domain or service is cancelled, the amount paid becomes credit, and the owner is mailed.
 * @param reason in the registrar's words, or one of the engine's own
 */
export function orderRefused(
  db: D1Database,
  order: PaidOrder,
  reason: string,
  { at, today }: Moment,
): D1PreparedStatement[] {
  const { id, invoice_id: invoice, domain_id: domain, service_id: service, account_id: account } = order;
  const total = `(SELECT i.subtotal + coalesce((SELECT sum(amount) FROM invoice_taxes WHERE invoice_id = i.id), 0)
    FROM invoices i WHERE i.id = ?)`;
  return [
    db
      .prepare(`UPDATE accounts SET credit = credit + coalesce(${total}, 0) WHERE id = ? AND ${STILL_PAID}`)
      .bind(invoice, account, id),
    db.prepare(`UPDATE invoices SET status = 'refunded' WHERE id = ? AND ${STILL_PAID}`).bind(invoice, id),
    db
      .prepare(`UPDATE invoice_payments SET refunded_on = ? WHERE invoice_id = ? AND ${STILL_PAID}`)
      .bind(today, invoice, id),
    ...(order.kind === "renew_domain"
      ? []
      : [db.prepare(`UPDATE domains SET status = 'cancelled' WHERE id = ? AND ${STILL_PAID}`).bind(domain, id)]),
    db
      .prepare(
        `UPDATE services SET status = 'cancelled', next_due_on = NULL WHERE id = ? AND status = 'pending' AND ${STILL_PAID}`,
      )
      .bind(service, id),
    notice(
      db,
      { accountId: account },
      at,
      { kind: "orderRefused" },
      { orderId: id, onlyWhile: { orderId: id, status: "paid" } },
    ),
    db
      .prepare(
        `INSERT INTO order_refusals (order_id, reason, refused_on)
         SELECT id, ?, ? FROM orders WHERE id = ? AND status = 'paid'`,
      )
      .bind(reason, today, id),
    db.prepare("UPDATE orders SET status = 'failed', auth_code = NULL WHERE id = ? AND status = 'paid'").bind(id),
  ];
}
