import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import { GRACE, GRACE_AND_REDEMPTION } from "../records/domains.ts";
import { UNPAID } from "../records/invoices.ts";
import { endService, withdrawDomainOrders } from "../records/orders.ts";
import { event } from "../store/events.ts";
import { part, sql } from "../store/sql.ts";
import { RENEWAL_NOTICE_DAYS } from "./renewal-invoices.ts";
import type { AccountRevision } from "./write-rows.ts";

export interface DueRow extends AccountRevision {
  id: number;
}

export interface DailyTransition {
  /** The transition's name in log lines. */
  name: string;
  /** The kind of row that the id identifies. */
  of: "order" | "service" | "domain" | "invoice";
  /** SQL that selects the `account_id` and `id` of each row that is due on day `?1`. */
  due: string;
  change(db: D1Database, row: DueRow, moment: Moment): D1PreparedStatement[];
}

/** Each transition is due when more than this number of days has passed since the invoice's due date. */
const ORDER_LAPSES_DAYS = 7;
const SUSPENSION_DAYS = 7;
const TERMINATION_DAYS = 60;
/** The number of days after an invoice's due date for which a cancelled order waits for its pending payment. */
const PENDING_PAYMENT_DAYS = 120;

const UNPAID_RENEWAL = `
  FROM services s JOIN orders o ON o.service_id = s.id AND o.kind = 'renew_service' AND o.status = 'open'
    JOIN invoices i ON i.id = o.invoice_id AND ${UNPAID}`;

/** SQL: whether auto-renewal would immediately place the order `o` again. */
const IS_AUTO_RENEWED = `EXISTS (SELECT 1 FROM domains d WHERE o.kind = 'renew_domain' AND d.id = o.domain_id
  AND d.auto_renew = 1 AND d.status IN ('active', 'grace') AND d.next_due_on <= date(?1, '+${RENEWAL_NOTICE_DAYS} days'))`;

/**
 * The daily transitions, in the order in which they run. They run before renewals are invoiced, so that nothing that
 * has ended is renewed.
 */
export const DAILY_TRANSITIONS: DailyTransition[] = [
  {
    name: "unpaid_order_lapses",
    of: "order",
    due: `SELECT o.account_id, o.id FROM orders o JOIN invoices i ON i.id = o.invoice_id
      WHERE o.status = 'open' AND o.kind IN ('register', 'transfer', 'renew_domain', 'plan', 'plan_change')
        AND i.status IN ('unpaid', 'payment_pending') AND date(i.due_on, '+${ORDER_LAPSES_DAYS} days') < ?1 AND NOT ${IS_AUTO_RENEWED}`,
    change: lapse,
  },
  // The price of a plan change is valid only until the service's next due date.
  {
    name: "plan_change_lapses",
    of: "order",
    due: `SELECT o.account_id, o.id FROM orders o JOIN services s ON s.id = o.service_id
      WHERE o.status = 'open' AND o.kind = 'plan_change' AND s.next_due_on <= ?1`,
    change: lapse,
  },
  // `CROSS JOIN` makes SQLite read `cancellations` first, because it has fewer rows than `services`.
  {
    name: "service_is_cancelled",
    of: "service",
    due: `SELECT s.account_id, s.id FROM cancellations c CROSS JOIN services s ON s.id = c.service_id
      WHERE s.status IN ('active', 'suspended') AND c.effective_on <= ?1`,
    change: (db, { id }, { at }) => endService(db, id, "cancelled", at),
  },
  {
    name: "service_is_terminated",
    of: "service",
    due: `SELECT s.account_id, s.id ${UNPAID_RENEWAL}
      WHERE s.status IN ('active', 'suspended') AND date(i.due_on, '+${TERMINATION_DAYS} days') < ?1`,
    change: (db, { id }, { at }) => endService(db, id, "terminated", at),
  },
  {
    name: "service_is_suspended",
    of: "service",
    due: `SELECT s.account_id, s.id ${UNPAID_RENEWAL}
      WHERE s.status = 'active' AND date(i.due_on, '+${SUSPENSION_DAYS} days') < ?1`,
    change: (db, { id }, { at }) => [
      sql(db)`UPDATE services SET status = 'suspended', changed_at = ${at} WHERE id = ${id} AND status = 'active'`,
    ],
  },
  domainTransition("grace", "d.status = 'active' AND d.expires_on < ?1"),
  domainTransition("redemption", `d.status = 'grace' AND date(d.expires_on, '+' || ${GRACE} || ' days') < ?1`),
  domainTransition(
    "expired",
    `d.status = 'redemption' AND date(d.expires_on, '+' || ${GRACE_AND_REDEMPTION} || ' days') < ?1`,
  ),
  // The order was cancelled or failed while its payment was pending, and the payment has not arrived.
  {
    name: "pending_payment_ends",
    of: "invoice",
    due: `SELECT i.account_id, i.id FROM invoices i JOIN orders o ON o.invoice_id = i.id
      WHERE i.status = 'payment_pending' AND o.status IN ('cancelled', 'failed')
        AND date(i.due_on, '+${PENDING_PAYMENT_DAYS} days') < ?1`,
    change: (db, { id }) => [
      sql(db)`UPDATE invoices SET status = 'cancelled' WHERE id = ${id} AND status = 'payment_pending'`,
    ],
  },
];

/** Returns the statements that cancel an open order, its unpaid invoice, and its pending domain or service. */
function lapse(db: D1Database, { account_id: accountId, id }: DueRow, { at }: Moment): D1PreparedStatement[] {
  const isOpen = part`id = ${id} AND status = 'open'`;
  const open = part`FROM orders WHERE ${isOpen}`;
  return [
    notice(db, { accountId }, at, { kind: "orderLapsed" }, { orderId: id, onlyWhile: { orderId: id, status: "open" } }),
    event(db, at, "order.lapsed", isOpen),
    sql(db)`UPDATE domains SET status = 'cancelled' WHERE status = 'pending' AND id = (SELECT domain_id ${open})`,
    sql(db)`UPDATE services SET status = 'cancelled', next_due_on = NULL
      WHERE status = 'pending' AND id = (SELECT service_id ${open})`,
    sql(db)`UPDATE invoices SET status = 'cancelled' WHERE status = 'unpaid' AND id = (SELECT invoice_id ${open})`,
    sql(db)`UPDATE orders SET status = 'cancelled', end_reason = 'lapsed', auth_code = NULL WHERE ${isOpen}`,
  ];
}

/** Returns a transition for domains. A domain keeps its status while one of its paid orders is unfinished. */
function domainTransition(status: "grace" | "redemption" | "expired", condition: string): DailyTransition {
  const change = status === "expired" ? "status = 'expired', next_due_on = NULL" : `status = '${status}'`;
  return {
    name: `domain_is_in_${status}`,
    of: "domain",
    due: `SELECT d.account_id, d.id FROM domains d WHERE ${condition}
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.domain_id = d.id AND o.status = 'paid')`,
    change: (db, { account_id: accountId, id }, { at, today }) => [
      db.prepare(`UPDATE domains AS d SET ${change} WHERE d.id = ?2 AND ${condition}`).bind(today, id),
      ...(status === "grace"
        ? [notice(db, { accountId }, at, { kind: "domainExpired", domainId: id })]
        : withdrawDomainOrders(db, id)),
    ],
  };
}
