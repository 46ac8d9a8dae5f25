import { part, type SqlPart, sql } from "../store/sql.ts";

/** The kind of an order; those of domains have no price in their row, but in the lines of their invoice. */
export type OrderKind = "register" | "transfer" | "renew_domain" | "plan" | "renew_service" | "plan_change";

/** How an order that was never paid ended: it was not paid in time, or what it was for changed or ended before. */
export type OrderEnd = "lapsed" | "withdrawn";

/** Of an order `o`: the id of its unpaid invoice; null once it is paid or where nothing is due. */
export const UNPAID_INVOICE = "CASE o.status WHEN 'open' THEN o.invoice_id END";

/** Of a row of `domains`: another row of its name is paid for or registered. */
export const IS_HELD_ELSEWHERE = `EXISTS (SELECT 1 FROM domains held WHERE held.name = domains.name AND held.id <> domains.id
  AND held.status NOT IN ('pending', 'expired', 'transferred_away', 'cancelled', 'fraud'))`;

/** Of a row of `orders` called `o`: it is unpaid, and another order of its name is paid for. */
export const IS_TAKEN_FIRST = `(o.status = 'open' AND o.kind IN ('register', 'transfer')
  AND EXISTS (SELECT 1 FROM domains WHERE domains.id = o.domain_id AND ${IS_HELD_ELSEWHERE}))`;

/** The status of a domain whose registration or transfer is paid for. */
export const PAID_STATUS = { register: "pending_registration", transfer: "pending_transfer" } as const;

/**
 * Cancels the open orders for a service with their unpaid invoices. An invoice whose payment is pending stays, and the money
 * becomes credit when it comes.
 * @param kind null: of every kind
 */
export function withdrawServiceOrders(
  db: D1Database,
  serviceId: number,
  kind: Extract<OrderKind, "renew_service" | "plan_change"> | null = null,
): D1PreparedStatement[] {
  return withdrawOrders(
    db,
    part`service_id = ${serviceId} AND status = 'open' AND (${kind} IS NULL OR kind = ${kind})`,
  );
}

/** Cancels the open orders for a domain, whose price or holder has changed, like {@link withdrawServiceOrders}. */
export function withdrawDomainOrders(db: D1Database, domainId: number): D1PreparedStatement[] {
  return withdrawOrders(db, part`domain_id = ${domainId} AND status = 'open'`);
}

function withdrawOrders(db: D1Database, open: SqlPart): D1PreparedStatement[] {
  return [
    sql(db)`UPDATE invoices SET status = 'cancelled'
      WHERE status IN ('unpaid', 'collections') AND id IN (SELECT invoice_id FROM orders WHERE ${open})`,
    storeEnd(db, "withdrawn", open),
    sql(db)`UPDATE orders SET status = 'cancelled' WHERE ${open}`,
  ];
}

/** Stores how orders end. @param open the condition of the statement after it, which ends them */
export function storeEnd(db: D1Database, end: OrderEnd, open: SqlPart): D1PreparedStatement {
  return sql(db)`INSERT OR REPLACE INTO order_ends (order_id, reason) SELECT id, ${end} FROM orders WHERE ${open}`;
}

/** Ends a service and withdraws its open orders. */
export function endService(
  db: D1Database,
  serviceId: number,
  status: "cancelled" | "terminated",
): D1PreparedStatement[] {
  return [
    sql(db)`UPDATE services SET status = ${status}, next_due_on = NULL WHERE id = ${serviceId}`,
    ...withdrawServiceOrders(db, serviceId),
  ];
}
