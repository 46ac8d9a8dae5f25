import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { addMonths, dayOfMonth } from "../clock/days.ts";
import { notice } from "../mails/notices.ts";
import { withdrawOrders } from "../services/withdraw-orders.ts";
import type { PaidOrder } from "./fulfilment.ts";
import { siteIsFree } from "./site-names.ts";

/**
 * Whether what a service's order was priced for is still so: nothing else was done to the service meanwhile, and its term
 * goes on.
 */
export function holdsItsPrice(order: PaidOrder, today: string): boolean {
  const { kind, service_status: status, is_cancelled: isCancelled, next_due_on: due } = order;
  if (kind === "plan") return status === "pending";
  if (isCancelled || (order.is_priced && due !== order.priced_due_on)) return false;
  if (kind === "renew_service") return status === "active" || status === "suspended";
  return status === "active" && (due === null || today < due);
}

/** A plan is set up, a term goes on, or a plan is changed. Written only as long as the order is as it was read. */
export function serviceDone(db: D1Database, order: PaidOrder, { at, today }: Moment): D1PreparedStatement[] {
  switch (order.kind) {
    case "plan":
      return [
        siteIsFree(db, order.account_id, order.site),
        db
          .prepare("UPDATE services SET status = 'active', next_due_on = ? WHERE id = ?")
          .bind(termEnd(today, order.service_cycle), order.service_id),
        termDay(db, order, dayOfMonth(today)),
        ...term(db, order, today, order.service_cycle),
      ];
    case "renew_service":
      return renewed(db, order, today);
    default:
      return planChanged(db, order, { at, today });
  }
}

/** The next term follows the one before. A change that waits for its payment was priced without it, and is withdrawn. */
function renewed(db: D1Database, order: PaidOrder, today: string): D1PreparedStatement[] {
  const start = order.next_due_on ?? today;
  const day = termDayOf(order, start);
  const service = order.service_id ?? 0;
  return [
    db
      .prepare(
        `UPDATE services SET next_due_on = ?, status = CASE status WHEN 'suspended' THEN 'active' ELSE status END
         WHERE id = ?`,
      )
      .bind(termEnd(start, order.service_cycle, day), service),
    termDay(db, order, day),
    db.prepare("DELETE FROM paid_terms WHERE service_id = ? AND ends_on <= ?").bind(service, today),
    ...term(db, order, start, order.service_cycle, day),
    ...withdrawOrders(db, service, "plan_change"),
  ];
}

/** The same cycle goes on to its end; another one begins today. An unpaid renewal of the plan before is withdrawn. */
function planChanged(db: D1Database, order: PaidOrder, { at, today }: Moment): D1PreparedStatement[] {
  const { plan_id: plan, billing_cycle: cycle } = order;
  const service = order.service_id ?? 0;
  const same = cycle === order.service_cycle;
  const due = same ? order.next_due_on : termEnd(today, cycle);
  return [
    db
      .prepare(
        `UPDATE services SET plan_id = ?1, billing_cycle = ?2, recurring_price = ?3, next_due_on = ?4,
           plan_name = coalesce((SELECT name FROM plan_texts WHERE plan_id = ?1 AND language = 'en'), plan_name)
         WHERE id = ?5`,
      )
      .bind(plan, cycle, order.recurring_price, due, service),
    ...(same
      ? [
          db
            .prepare("UPDATE paid_terms SET amount = ? WHERE service_id = ? AND ends_on > ?")
            .bind(order.term_price, service, today),
        ]
      : [
          db.prepare("DELETE FROM paid_terms WHERE service_id = ?").bind(service),
          termDay(db, order, dayOfMonth(today)),
          ...term(db, order, today, cycle),
        ]),
    db.prepare("UPDATE accounts SET credit = credit + ? WHERE id = ?").bind(order.credit, order.account_id),
    ...withdrawOrders(db, service, "renew_service"),
    notice(
      db,
      { accountId: order.account_id },
      at,
      { kind: "planChanged", service: order.plan_name ?? "", site: order.site },
      { orderId: order.id },
    ),
  ];
}

/** The day of the month that later terms begin on, kept while shorter months have them begin earlier. */
function termDay(db: D1Database, { service_id: service }: PaidOrder, day: number): D1PreparedStatement {
  return db
    .prepare(
      "INSERT INTO service_term_days (service_id, day) VALUES (?, ?) ON CONFLICT (service_id) DO UPDATE SET day = excluded.day",
    )
    .bind(service, day);
}

/** What was written down, as long as the term begins where that day has it begin. */
function termDayOf({ term_day: day }: PaidOrder, start: string): number {
  return day !== null && addMonths(start, 0, day) === start ? day : dayOfMonth(start);
}

function term(
  db: D1Database,
  order: PaidOrder,
  start: string,
  cycle: BillingCycle | null,
  day = dayOfMonth(start),
): D1PreparedStatement[] {
  const end = termEnd(start, cycle, day);
  if (end === null) return [];
  return [
    db
      .prepare(
        `INSERT INTO paid_terms (service_id, starts_on, ends_on, amount) VALUES (?, ?, ?, ?)
         ON CONFLICT (service_id, starts_on) DO UPDATE SET ends_on = excluded.ends_on, amount = excluded.amount`,
      )
      .bind(order.service_id, start, end, order.term_price ?? order.service_price ?? 0),
  ];
}

/** @param day of the month on which terms begin */
function termEnd(start: string, cycle: BillingCycle | null, day = dayOfMonth(start)): string | null {
  const months = cycle && monthsOf(cycle);
  return months ? addMonths(start, months, day) : null;
}
