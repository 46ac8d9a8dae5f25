import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { BillingEventType } from "../../../../shared/billing-contract/events.ts";
import { addMonths, dayOfMonth } from "../../../../shared/platform/calendar.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import { creditOf, giveBack } from "../records/invoices.ts";
import { type OrderKind, REFUNDED, withdrawServiceOrders } from "../records/orders.ts";
import { siteIsFree } from "../records/services.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";
import { event } from "../store/events.ts";
import { type Draft, part, type SqlPart, sql } from "../store/sql.ts";

/**
 * A paid order that is not done, with its domain or service. The price of a domain order is only in `invoices.lines`.
 * `recurring_price`, `term_price` and `credit` belong to service orders.
 */
export interface PaidOrder {
  id: number;
  account_id: number;
  kind: OrderKind;
  invoice_id: number | null;
  /** Whether the payment was refunded. The order is then completed only if the registrar has already done the work. */
  is_refunded: 0 | 1;
  domain_id: number | null;
  service_id: number | null;
  years: number | null;
  plan_id: string | null;
  billing_cycle: BillingCycle | null;
  recurring_price: MinorUnits | null;
  term_price: MinorUnits | null;
  credit: MinorUnits;
  /** The encrypted auth code. */
  auth_code: string | null;
  /**
   * The extra registration fields as JSON. `fields` and `registrant` are `null` unless the order is a registration or a
   * transfer.
   */
  fields: string | null;
  registrant: string | null;
  begun: 0 | 1;
  /** The time at which the order was placed (RFC 3339). */
  placed_at: string;
  tries: number;
  /** The reason why the last attempt did not complete the order. */
  waits_for: string | null;
  name: string | null;
  domain_status: CustomerDomain["status"] | null;
  expires_on: string | null;
  plan_name: string | null;
  /** The service's site. */
  site: string | null;
  service_status: string | null;
  service_cycle: BillingCycle | null;
  service_price: MinorUnits | null;
  next_due_on: string | null;
  /** The day of the month on which the service's terms begin; `null` if it is not stored. */
  term_day: number | null;
  /** The service's due date when the price was calculated. */
  priced_due_on: string | null;
  is_cancelled: 0 | 1;
  /** The account's revision at the time of reading. */
  revision: number;
}

export function readPaidOrder(db: D1Database, orderId: number): Promise<PaidOrder | null> {
  return sql(db)`
    SELECT o.id, o.account_id, o.kind, o.invoice_id, o.domain_id, o.service_id, o.years, o.plan_id, o.billing_cycle,
      o.recurring_price, o.term_price, o.credit, o.auth_code, o.fields, o.registrant, o.begun, o.placed_at, o.tries, o.waits_for, d.name,
      d.status AS domain_status, d.expires_on, s.plan_name, s.domain AS site, s.status AS service_status,
      s.billing_cycle AS service_cycle, s.recurring_price AS service_price, s.next_due_on, s.term_day, o.priced_due_on,
      EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id) AS is_cancelled,
      EXISTS (SELECT 1 FROM invoices i WHERE i.id = o.invoice_id AND i.status = 'refunded') AS is_refunded,
      a.revision
    FROM orders o JOIN accounts a ON a.id = o.account_id
      LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
    WHERE o.id = ${orderId} AND o.status = 'paid'`.first<PaidOrder>();
}

/**
 * Returns the SQL condition that the order is still paid and not done. With this condition, only one of several
 * concurrent runs ends the order.
 */
function stillPaid({ id }: PaidOrder): SqlPart {
  return part`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND status = 'paid')`;
}

/** The event that each kind of order causes for its new domain or service. */
const MADE: Partial<Record<OrderKind, BillingEventType>> = {
  register: "domain.registered",
  transfer: "domain.transferred_in",
  plan: "service.activated",
};

/**
 * Returns the last statements of the transaction that completes an order. The owner gets an e-mail if the order added a
 * domain or service.
 */
export function orderDone(db: D1Database, order: PaidOrder, { at }: Moment): D1PreparedStatement[] {
  const { id, kind, account_id: accountId } = order;
  const made = MADE[kind];
  const whilePaid = { orderId: id, onlyWhile: { orderId: id, status: "paid" } } as const;
  const isPaid = part`id = ${id} AND status = 'paid'`;
  return [
    ...(made
      ? [
          notice(db, { accountId }, at, { kind: "orderDone" }, whilePaid),
          event(db, at, made, part`id = ${order.domain_id ?? order.service_id} AND ${stillPaid(order)}`),
        ]
      : []),
    event(db, at, "order.completed", isPaid),
    sql(db)`UPDATE orders SET status = 'done', auth_code = NULL WHERE ${isPaid}`,
  ];
}

/**
 * Returns the statement that records a completed registration or transfer.
 * @param transferredOn the day of the transfer; `null` for a registration
 */
export function domainRegistered(
  db: D1Database,
  order: PaidOrder,
  { registeredOn, expiresOn }: RegisteredDomain,
  transferredOn: string | null,
): D1PreparedStatement {
  return sql(db)`UPDATE domains SET status = 'active', registered_on = ${registeredOn},
    transferred_on = ${transferredOn}, expires_on = ${expiresOn}, next_due_on = ${expiresOn} WHERE id = ${order.domain_id} AND ${stillPaid(order)}`;
}

/**
 * Returns the statement that records a renewal. It does not change a domain that has been transferred away or has
 * ended.
 */
export function domainRenewed(db: D1Database, order: PaidOrder, { expiresOn }: RegisteredDomain): D1PreparedStatement {
  return sql(db)`UPDATE domains SET status = 'active', expires_on = ${expiresOn}, next_due_on = ${expiresOn}
    WHERE id = ${order.domain_id} AND status IN ('active', 'grace', 'redemption') AND ${stillPaid(order)}`;
}

/**
 * Returns the statements that mark a paid order as failed. They cancel its new domain or service, credit the remaining
 * payment, and mail the owner.
 * @param reason the registrar's words, or one of the engine's own reasons
 */
export function orderRefused(db: D1Database, order: PaidOrder, reason: string, moment: Moment): D1PreparedStatement[] {
  const { at, today } = moment;
  const { id, invoice_id: invoice, account_id: accountId } = order;
  const whilePaid = { orderId: id, onlyWhile: { orderId: id, status: "paid" } } as const;
  return [
    notice(db, { accountId }, at, { kind: "orderRefused", credited: invoice && creditOf(invoice) }, whilePaid),
    ...(invoice === null ? [] : giveBack(db, invoice, today, stillPaid(order))),
    ...failOrder(db, part`id = ${id} AND status = 'paid'`, reason, moment),
  ];
}

/**
 * Returns the statements that mark the order of a refunded invoice as failed, unless the order is done. A domain order
 * waits for its next attempt, which first checks at the registrar whether an earlier attempt succeeded.
 */
export function endRefundedOrder(db: D1Database, invoiceId: number, moment: Moment): D1PreparedStatement[] {
  return failOrder(db, part`invoice_id = ${invoiceId} AND status = 'paid' AND domain_id IS NULL`, REFUNDED, moment);
}

/**
 * Returns the statements that mark an order as failed.
 * @param order the SQL condition that selects the order's row
 */
function failOrder(db: D1Database, order: SqlPart, reason: string, { at, today }: Moment): D1PreparedStatement[] {
  const transferred = part`id = (SELECT domain_id FROM orders WHERE ${order} AND kind = 'transfer')`;
  return [
    event(db, at, "domain.transfer_failed", transferred),
    event(db, at, "order.refused", order),
    sql(db)`UPDATE domains SET status = 'cancelled'
      WHERE id = (SELECT domain_id FROM orders WHERE ${order} AND kind <> 'renew_domain')`,
    sql(db)`UPDATE services SET status = 'cancelled', next_due_on = NULL
      WHERE id = (SELECT service_id FROM orders WHERE ${order}) AND status = 'pending'`,
    sql(
      db,
    )`UPDATE orders SET status = 'failed', auth_code = NULL, refusal = ${reason}, refused_on = ${today} WHERE ${order}`,
  ];
}

export type ServiceOrder = PaidOrder & {
  kind: "plan" | "renew_service" | "plan_change";
  service_id: number;
  plan_name: string;
};

export function isServiceOrder(order: PaidOrder): order is ServiceOrder {
  return order.service_id !== null;
}

/** Checks whether the order's price is still valid: the service is unchanged and still in the same term. */
export function isPriceStillValid(order: ServiceOrder, today: string): boolean {
  const { kind, service_status: status, is_cancelled: isCancelled, next_due_on: due } = order;
  const isUnchanged = !isCancelled && due === order.priced_due_on;
  switch (kind) {
    case "plan":
      return status === "pending";
    case "renew_service":
      return isUnchanged && (status === "active" || status === "suspended");
    case "plan_change":
      return isUnchanged && status === "active" && (due === null || today < due);
  }
}

/**
 * Returns the statements that fulfil a service order. The caller must write them with the account revision that was
 * read with the order.
 */
export function serviceFulfilment(db: D1Database, order: ServiceOrder, { at, today }: Moment): D1PreparedStatement[] {
  switch (order.kind) {
    case "plan":
      return [
        siteIsFree(db, order.account_id, order.site),
        sql(db)`UPDATE services SET status = 'active', next_due_on = ${termEnd(today, order.service_cycle)},
          term_day = ${dayOfMonth(today)} WHERE id = ${order.service_id}`,
        ...storeTerm(db, order.service_id, priceOf(order), today, order.service_cycle),
      ];
    case "renew_service":
      return renewService(db, order, { at, today });
    case "plan_change":
      return switchPlan(db, switchOf(order), { at, today });
  }
}

function priceOf({ term_price, service_price }: PaidOrder): MinorUnits {
  return term_price ?? service_price ?? 0;
}

/**
 * Returns the statements that start the next term on the day on which the previous one ends. They resume a suspended
 * service, and cancel an unpaid plan change because its price does not include the new term.
 */
function renewService(db: D1Database, order: ServiceOrder, { at, today }: Moment): D1PreparedStatement[] {
  const start = order.next_due_on ?? today;
  const day = termDayOf(order, start);
  const service = order.service_id;
  return [
    sql(db)`UPDATE services SET next_due_on = ${termEnd(start, order.service_cycle, day)}, term_day = ${day},
      changed_at = CASE status WHEN 'suspended' THEN ${at} ELSE changed_at END,
      status = CASE status WHEN 'suspended' THEN 'active' ELSE status END WHERE id = ${service}`,
    sql(db)`DELETE FROM paid_terms WHERE service_id = ${service} AND ends_on <= ${today}`,
    ...storeTerm(db, service, priceOf(order), start, order.service_cycle, day),
    ...withdrawServiceOrders(db, service, "plan_change"),
  ];
}

/** A change from a service's plan to another plan or billing cycle. */
export interface PlanSwitch {
  orderId: Draft<number>;
  accountId: number;
  serviceId: number;
  /** `plan`, `site`, `cycle` and `nextDueOn` are the service's values before the change. */
  plan: string;
  site: string | null;
  cycle: BillingCycle | null;
  nextDueOn: string | null;
  /** The service's values after the change. */
  to: { planId: string | null; cycle: BillingCycle | null; price: MinorUnits | null; termPrice: MinorUnits };
  /** The credit for the unused part of the paid terms. */
  credit: MinorUnits;
}

function switchOf(order: ServiceOrder): PlanSwitch {
  const { id, account_id, service_id, plan_name, site, service_cycle, next_due_on, credit } = order;
  const { plan_id: planId, billing_cycle: cycle, recurring_price: price } = order;
  return {
    ...{ orderId: id, accountId: account_id, serviceId: service_id, plan: plan_name, site, credit },
    ...{ cycle: service_cycle, nextDueOn: next_due_on, to: { planId, cycle, price, termPrice: priceOf(order) } },
  };
}

/** Returns the due date after a plan change. If the billing cycle changes, a new term starts today. */
export function dueAfterSwitch(
  { cycle, nextDueOn, to }: Pick<PlanSwitch, "cycle" | "nextDueOn" | "to">,
  today: string,
) {
  return to.cycle === cycle ? nextDueOn : termEnd(today, to.cycle);
}

/** Returns the statements that change the plan. They also cancel an unpaid renewal of the previous plan. */
export function switchPlan(db: D1Database, change: PlanSwitch, { at, today }: Moment): D1PreparedStatement[] {
  const { orderId, accountId, serviceId: service, to, credit } = change;
  const { planId, cycle, price, termPrice } = to;
  const due = dueAfterSwitch(change, today);
  const changed = { kind: "planChanged", service: change.plan, site: change.site } as const;
  return [
    sql(db)`UPDATE services SET plan_id = ${planId}, billing_cycle = ${cycle}, next_due_on = ${due},
      recurring_price = ${price}, set_up_plan_id = coalesce(set_up_plan_id, plan_id), changed_at = ${at},
      plan_name = coalesce((SELECT name FROM plan_texts WHERE plan_id = ${planId} AND language = 'en'), plan_name)
      WHERE id = ${service}`,
    ...(cycle === change.cycle
      ? [
          sql(db)`UPDATE paid_terms SET amount = ${termPrice}
            WHERE service_id = ${service} AND ends_on > ${today}`,
        ]
      : [
          sql(db)`DELETE FROM paid_terms WHERE service_id = ${service}`,
          sql(db)`UPDATE services SET term_day = ${dayOfMonth(today)} WHERE id = ${service}`,
          ...storeTerm(db, service, termPrice, today, cycle),
        ]),
    sql(db)`UPDATE accounts SET credit = credit + ${credit} WHERE id = ${accountId}`,
    ...withdrawServiceOrders(db, service, "renew_service"),
    notice(db, { accountId }, at, changed, { orderId }),
  ];
}

/**
 * Returns the stored term day if it fits the start: a term day of 31 also fits the last day of a shorter month.
 * Otherwise, returns the start's day of the month.
 */
function termDayOf({ term_day: day }: PaidOrder, start: string): number {
  return day !== null && addMonths(start, 0, day) === start ? day : dayOfMonth(start);
}

function storeTerm(
  db: D1Database,
  service: number,
  amount: MinorUnits,
  start: string,
  cycle: BillingCycle | null,
  day = dayOfMonth(start),
): D1PreparedStatement[] {
  const end = termEnd(start, cycle, day);
  if (end === null) return [];
  return [
    sql(db)`INSERT INTO paid_terms (service_id, starts_on, ends_on, amount)
      VALUES (${service}, ${start}, ${end}, ${amount})
      ON CONFLICT (service_id, starts_on) DO UPDATE SET ends_on = excluded.ends_on, amount = excluded.amount`,
  ];
}

/**
 * Returns the end of a term; `null` if the billing cycle does not recur.
 * @param day the day of the month on which the terms begin
 */
function termEnd(start: string, cycle: BillingCycle | null, day = dayOfMonth(start)): string | null {
  const months = cycle && monthsOf(cycle);
  return months ? addMonths(start, months, day) : null;
}
