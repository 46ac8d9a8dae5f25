import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import type { OrderKind } from "../records/orders.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";
import { part, type SqlPart, sql } from "../store/sql.ts";

/**
 * A row of `orders` that is paid and not done, with its domain or service. The price of a domain order is in the lines of its
 * invoice only (`invoices.lines`); `recurring_price`, `term_price` and `credit` are those of orders for services.
 */
export interface PaidOrder {
  id: number;
  account_id: number;
  kind: OrderKind;
  invoice_id: number | null;
  domain_id: number | null;
  service_id: number | null;
  years: number | null;
  plan_id: string | null;
  billing_cycle: BillingCycle | null;
  recurring_price: MinorUnits | null;
  term_price: MinorUnits | null;
  credit: MinorUnits;
  /** Sealed. */
  auth_code: string | null;
  begun: 0 | 1;
  /** RFC 3339 */
  placed_at: string;
  tries: number;
  name: string | null;
  domain_status: CustomerDomain["status"] | null;
  expires_on: string | null;
  plan_name: string | null;
  /** Of the service. */
  site: string | null;
  service_status: string | null;
  service_cycle: BillingCycle | null;
  service_price: MinorUnits | null;
  next_due_on: string | null;
  /** The day of the month on which the service's terms begin; null where it is not stored. */
  term_day: number | null;
  /** The due date of the service that the order was priced for. */
  priced_due_on: string | null;
  is_cancelled: 0 | 1;
  /** The account's, as of this read. */
  revision: number;
}

export function readPaidOrder(db: D1Database, orderId: number): Promise<PaidOrder | null> {
  return sql(db)`
    SELECT o.id, o.account_id, o.kind, o.invoice_id, o.domain_id, o.service_id, o.years, o.plan_id, o.billing_cycle,
      o.recurring_price, o.term_price, o.credit, o.auth_code, o.begun, o.placed_at, o.tries, d.name,
      d.status AS domain_status, d.expires_on, s.plan_name, s.domain AS site, s.status AS service_status,
      s.billing_cycle AS service_cycle, s.recurring_price AS service_price, s.next_due_on, s.term_day, o.priced_due_on,
      EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id) AS is_cancelled,
      a.revision
    FROM orders o JOIN accounts a ON a.id = o.account_id
      LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
    WHERE o.id = ${orderId} AND o.status = 'paid'`.first<PaidOrder>();
}

/** The condition of each statement: the order is still paid and not done, so that concurrent runs complete or fail it once. */
function stillPaid({ id }: PaidOrder): SqlPart {
  return part`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND status = 'paid')`;
}

/** The last statement of the transaction. */
export function orderDone(db: D1Database, { id }: PaidOrder): D1PreparedStatement {
  return sql(db)`UPDATE orders SET status = 'done', auth_code = NULL WHERE id = ${id} AND status = 'paid'`;
}

/** A registration or transfer that the registrar has completed. */
export function domainRegistered(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement {
  const { registeredOn, expiresOn } = domain;
  return sql(db)`UPDATE domains SET status = 'active', registered_on = ${registeredOn}, expires_on = ${expiresOn},
    next_due_on = ${expiresOn} WHERE id = ${order.domain_id} AND ${stillPaid(order)}`;
}

/** A name that has left after it was renewed stays as it is. */
export function domainRenewed(db: D1Database, order: PaidOrder, { expiresOn }: RegisteredDomain): D1PreparedStatement {
  return sql(db)`UPDATE domains SET status = 'active', expires_on = ${expiresOn}, next_due_on = ${expiresOn}
    WHERE id = ${order.domain_id} AND status IN ('active', 'grace', 'redemption') AND ${stillPaid(order)}`;
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
  const paid = stillPaid(order);
  const whilePaid = { orderId: id, onlyWhile: { orderId: id, status: "paid" } } as const;
  return [
    sql(db)`UPDATE accounts SET credit = credit + coalesce((SELECT total FROM invoices WHERE id = ${invoice}), 0)
      WHERE id = ${accountId} AND ${paid}`,
    sql(db)`UPDATE invoices SET status = 'refunded' WHERE id = ${invoice} AND ${paid}`,
    sql(db)`UPDATE invoice_payments SET refunded_on = ${today} WHERE invoice_id = ${invoice} AND ${paid}`,
    ...(order.kind === "renew_domain"
      ? []
      : [sql(db)`UPDATE domains SET status = 'cancelled' WHERE id = ${domain} AND ${paid}`]),
    sql(db)`UPDATE services SET status = 'cancelled', next_due_on = NULL
      WHERE id = ${service} AND status = 'pending' AND ${paid}`,
    notice(db, { accountId }, at, { kind: "orderRefused" }, whilePaid),
    sql(db)`UPDATE orders SET status = 'failed', auth_code = NULL, refusal = ${reason}, refused_on = ${today}
      WHERE id = ${id} AND status = 'paid'`,
  ];
}
