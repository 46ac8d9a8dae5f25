import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { OrderKind } from "../records/orders.ts";
import { revisionOf } from "../store/account-store.ts";
import { raw, sql } from "../store/sql.ts";

/**
 * A row of `orders` that is paid and not done, with its domain or service. The price of a domain order is in the lines of its
 * invoice only (`invoice_lines`); `recurring_price`, `term_price` and `credit` are those of orders for services.
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
      s.billing_cycle AS service_cycle, s.recurring_price AS service_price, s.next_due_on, t.day AS term_day,
      p.due_on AS priced_due_on,
      EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id) AS is_cancelled,
      ${revisionOf(raw("o.account_id"))} AS revision
    FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
      LEFT JOIN order_due_dates p ON p.order_id = o.id LEFT JOIN service_term_days t ON t.service_id = s.id
    WHERE o.id = ${orderId} AND o.status = 'paid'`.first<PaidOrder>();
}
