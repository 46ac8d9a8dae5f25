import { type BillingCycle, monthsOf } from "../../../shared/billing-cycle.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";
import { addMonths } from "../time/days.ts";
import type { PaidOrder } from "./fulfilment.ts";

/** Each statement holds only while the order is paid and not done: an order that two are at work on ends once. */
const STILL_PAID = "EXISTS (SELECT 1 FROM orders WHERE id = ? AND status = 'paid')";

/** Last of the transaction. An order that was given back has failed already. */
export function orderDone(db: D1Database, { id }: PaidOrder): D1PreparedStatement {
  return db.prepare("UPDATE orders SET status = 'done', auth_code = NULL WHERE id = ? AND status = 'paid'").bind(id);
}

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

export function renewalDone(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement[] {
  return [
    db
      .prepare(`UPDATE domains SET status = 'active', expires_on = ?, next_due_on = ? WHERE id = ? AND ${STILL_PAID}`)
      .bind(domain.expiresOn, domain.expiresOn, order.domain_id, order.id),
  ];
}

/**
 * What the registrar does not do: the order has failed, its name goes, and what was paid comes back as credit.
 * @param reason in the registrar's words
 */
export function givenBack(db: D1Database, order: PaidOrder, reason: string, today: string): D1PreparedStatement[] {
  const { id, invoice_id: invoice, domain_id: domain, account_id: account } = order;
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
        `INSERT INTO order_refusals (order_id, reason, refused_on)
         SELECT id, ?, ? FROM orders WHERE id = ? AND status = 'paid'`,
      )
      .bind(reason, today, id),
    db.prepare("UPDATE orders SET status = 'failed', auth_code = NULL WHERE id = ? AND status = 'paid'").bind(id),
  ];
}

/** A plan is set up, a term goes on, or a plan is changed. */
export function serviceDone(db: D1Database, order: PaidOrder, today: string): D1PreparedStatement[] {
  switch (order.kind) {
    case "plan":
      return [
        db
          .prepare(`UPDATE services SET status = 'active', next_due_on = ? WHERE id = ? AND ${STILL_PAID}`)
          .bind(termEnd(today, order.service_cycle), order.service_id, order.id),
        ...term(db, order, today, order.service_cycle),
      ];
    case "renew_service": {
      const start = order.next_due_on ?? today;
      return [
        db
          .prepare(
            `UPDATE services SET next_due_on = ?, status = CASE status WHEN 'suspended' THEN 'active' ELSE status END
             WHERE id = ? AND ${STILL_PAID}`,
          )
          .bind(termEnd(start, order.service_cycle), order.service_id, order.id),
        ...term(db, order, start, order.service_cycle),
      ];
    }
    default:
      return planChanged(db, order, today);
  }
}

/** The same cycle goes on to its end; another one begins today. An unpaid renewal of the plan before is withdrawn. */
function planChanged(db: D1Database, order: PaidOrder, today: string): D1PreparedStatement[] {
  const { id, service_id: service, plan_id: plan, billing_cycle: cycle } = order;
  const same = cycle === order.service_cycle;
  const due = same ? order.next_due_on : termEnd(today, cycle);
  const renewal = "service_id = ? AND kind = 'renew_service' AND status = 'open'";
  return [
    db
      .prepare(
        `UPDATE services SET plan_id = ?1, billing_cycle = ?2, recurring_price = ?3, next_due_on = ?4,
           plan_name = coalesce((SELECT name FROM plan_texts WHERE plan_id = ?1 AND language = 'en'), plan_name)
         WHERE id = ?5 AND EXISTS (SELECT 1 FROM orders WHERE id = ?6 AND status = 'paid')`,
      )
      .bind(plan, cycle, order.recurring_price, due, service, id),
    same
      ? db
          .prepare(`UPDATE service_terms SET amount = ? WHERE service_id = ? AND ${STILL_PAID}`)
          .bind(order.term_price, service, id)
      : db.prepare("DELETE FROM service_terms WHERE service_id = ?").bind(service),
    ...(same ? [] : term(db, order, today, cycle)),
    db
      .prepare(`UPDATE accounts SET credit = credit + ? WHERE id = ? AND ${STILL_PAID}`)
      .bind(order.credit, order.account_id, id),
    db
      .prepare(`UPDATE invoices SET status = 'cancelled' WHERE id IN (SELECT invoice_id FROM orders WHERE ${renewal})`)
      .bind(service),
    db.prepare(`UPDATE orders SET status = 'cancelled' WHERE ${renewal}`).bind(service),
  ];
}

function term(db: D1Database, order: PaidOrder, start: string, cycle: BillingCycle | null): D1PreparedStatement[] {
  const end = termEnd(start, cycle);
  if (end === null) return [];
  return [
    db
      .prepare(
        `INSERT INTO service_terms (service_id, starts_on, ends_on, amount) VALUES (?, ?, ?, ?)
         ON CONFLICT (service_id) DO UPDATE SET starts_on = excluded.starts_on, ends_on = excluded.ends_on,
           amount = excluded.amount`,
      )
      .bind(order.service_id, start, end, order.term_price ?? order.service_price ?? 0),
  ];
}

function termEnd(start: string, cycle: BillingCycle | null): string | null {
  const months = cycle && monthsOf(cycle);
  return months ? addMonths(start, months) : null;
}
