import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import { addMonths, dayOfMonth } from "../../../../shared/platform/calendar.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import { withdrawServiceOrders } from "../records/orders.ts";
import { siteIsFree } from "../records/services.ts";
import { type Draft, sql } from "../store/sql.ts";
import type { PaidOrder } from "./paid-order.ts";

export type ServiceOrder = PaidOrder & { kind: "plan" | "renew_service" | "plan_change"; service_id: number };

export function isServiceOrder(order: PaidOrder): order is ServiceOrder {
  return order.service_id !== null;
}

/** Whether the service is still as the order was priced for it: unchanged, and within its term. */
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

/** The statements that activate a plan, renew a service or change its plan, for a write that expects the order's revision. */
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
      return renewService(db, order, today);
    case "plan_change":
      return switchPlan(db, switchOf(order), { at, today });
  }
}

function priceOf({ term_price, service_price }: PaidOrder): MinorUnits {
  return term_price ?? service_price ?? 0;
}

/** The next term follows the one before. An unpaid plan change was priced without it, and is withdrawn. */
function renewService(db: D1Database, order: ServiceOrder, today: string): D1PreparedStatement[] {
  const start = order.next_due_on ?? today;
  const day = termDayOf(order, start);
  const service = order.service_id;
  return [
    sql(db)`UPDATE services SET next_due_on = ${termEnd(start, order.service_cycle, day)}, term_day = ${day},
      status = CASE status WHEN 'suspended' THEN 'active' ELSE status END WHERE id = ${service}`,
    sql(db)`DELETE FROM paid_terms WHERE service_id = ${service} AND ends_on <= ${today}`,
    ...storeTerm(db, service, priceOf(order), start, order.service_cycle, day),
    ...withdrawServiceOrders(db, service, "plan_change"),
  ];
}

/** A change of a service's plan. */
export interface PlanSwitch {
  orderId: Draft<number>;
  accountId: number;
  serviceId: number;
  /** The service as it is before. */
  plan: string;
  site: string | null;
  cycle: BillingCycle | null;
  nextDueOn: string | null;
  /** What it becomes. */
  to: { planId: string | null; cycle: BillingCycle | null; price: MinorUnits | null; termPrice: MinorUnits };
  /** Given back for what is left of the paid terms. */
  credit: MinorUnits;
}

function switchOf(order: ServiceOrder): PlanSwitch {
  const { id, account_id, service_id, plan_name, site, service_cycle, next_due_on, credit } = order;
  const { plan_id: planId, billing_cycle: cycle, recurring_price: price } = order;
  return {
    ...{ orderId: id, accountId: account_id, serviceId: service_id, plan: plan_name ?? "", site, credit },
    ...{ cycle: service_cycle, nextDueOn: next_due_on, to: { planId, cycle, price, termPrice: priceOf(order) } },
  };
}

/** The same billing cycle keeps its due date; another one begins today. */
export function dueAfterSwitch(
  { cycle, nextDueOn, to }: Pick<PlanSwitch, "cycle" | "nextDueOn" | "to">,
  today: string,
) {
  return to.cycle === cycle ? nextDueOn : termEnd(today, to.cycle);
}

/** The statements of a change of plan. An unpaid renewal of the former plan is withdrawn. */
export function switchPlan(db: D1Database, change: PlanSwitch, { at, today }: Moment): D1PreparedStatement[] {
  const { orderId, accountId, serviceId: service, to, credit } = change;
  const { planId, cycle, price, termPrice } = to;
  const due = dueAfterSwitch(change, today);
  const changed = { kind: "planChanged", service: change.plan, site: change.site } as const;
  return [
    sql(db)`UPDATE services SET plan_id = ${planId}, billing_cycle = ${cycle}, next_due_on = ${due},
      recurring_price = ${price},
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

/** The stored day of the month that terms begin on, which shorter months move forward for one term only; if it still explains the start. */
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

/** @param day of the month on which terms begin */
function termEnd(start: string, cycle: BillingCycle | null, day = dayOfMonth(start)): string | null {
  const months = cycle && monthsOf(cycle);
  return months ? addMonths(start, months, day) : null;
}
