import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import type { PaidOrder } from "./fulfilment.ts";

/** Each statement holds only while the order is paid and not done: an order that two are at work on ends once. */
export const STILL_PAID = "EXISTS (SELECT 1 FROM orders WHERE id = ? AND status = 'paid')";

/** Last of the transaction. An order that was given back has failed already. */
export function orderDone(db: D1Database, { id }: PaidOrder): D1PreparedStatement {
  return db.prepare("UPDATE orders SET status = 'done', auth_code = NULL WHERE id = ? AND status = 'paid'").bind(id);
}

/**
 * What cannot be done: the order has failed, the name or service it was for goes, what was paid comes back as credit, and the
 * owner is told.
 * @param reason in the registrar's words, or in ours
 */
export function givenBack(
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
