import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";
import { part, type SqlPart, sql } from "../store/sql.ts";
import type { PaidOrder } from "./paid-order.ts";

/** The condition of each statement: the order is still paid and not done, so that concurrent runs complete or fail it once. */
function stillPaid({ id }: PaidOrder): SqlPart {
  return part`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND status = 'paid')`;
}

/** The last statement of the transaction. */
export function orderDone(db: D1Database, { id }: PaidOrder): D1PreparedStatement {
  return sql(db)`UPDATE orders SET status = 'done', auth_code = NULL WHERE id = ${id} AND status = 'paid'`;
}

/** A registration or transfer that the registrar has completed. */
export function domainRegistered(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement[] {
  const { registeredOn, expiresOn } = domain;
  return [
    sql(db)`UPDATE domains SET status = 'active', registered_on = ${registeredOn}, expires_on = ${expiresOn},
      next_due_on = ${expiresOn} WHERE id = ${order.domain_id} AND ${stillPaid(order)}`,
  ];
}

/** A name that has left after it was renewed stays as it is. */
export function domainRenewed(
  db: D1Database,
  order: PaidOrder,
  { expiresOn }: RegisteredDomain,
): D1PreparedStatement[] {
  return [
    sql(db)`UPDATE domains SET status = 'active', expires_on = ${expiresOn}, next_due_on = ${expiresOn}
      WHERE id = ${order.domain_id} AND status IN ('active', 'grace', 'redemption') AND ${stillPaid(order)}`,
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
  const { id, invoice_id: invoice, domain_id: domain, service_id: service, account_id: accountId } = order;
  const total = part`(SELECT i.subtotal + coalesce((SELECT sum(amount) FROM invoice_taxes WHERE invoice_id = i.id), 0)
    FROM invoices i WHERE i.id = ${invoice})`;
  const paid = stillPaid(order);
  const whilePaid = { orderId: id, onlyWhile: { orderId: id, status: "paid" } } as const;
  return [
    sql(db)`UPDATE accounts SET credit = credit + coalesce(${total}, 0) WHERE id = ${accountId} AND ${paid}`,
    sql(db)`UPDATE invoices SET status = 'refunded' WHERE id = ${invoice} AND ${paid}`,
    sql(db)`UPDATE invoice_payments SET refunded_on = ${today} WHERE invoice_id = ${invoice} AND ${paid}`,
    ...(order.kind === "renew_domain"
      ? []
      : [sql(db)`UPDATE domains SET status = 'cancelled' WHERE id = ${domain} AND ${paid}`]),
    sql(db)`UPDATE services SET status = 'cancelled', next_due_on = NULL
      WHERE id = ${service} AND status = 'pending' AND ${paid}`,
    notice(db, { accountId }, at, { kind: "orderRefused" }, whilePaid),
    sql(db)`INSERT INTO order_refusals (order_id, reason, refused_on)
      SELECT id, ${reason}, ${today} FROM orders WHERE id = ${id} AND status = 'paid'`,
    sql(db)`UPDATE orders SET status = 'failed', auth_code = NULL WHERE id = ${id} AND status = 'paid'`,
  ];
}
