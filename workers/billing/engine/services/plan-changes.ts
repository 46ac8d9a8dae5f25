import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type {
  PlacedPlanChange,
  PlanChange,
  PlanChangeQuote,
  PlanChangeRequest,
} from "../../../../shared/billing-contract/plan-orders.ts";
import {
  isDowngrade,
  type PlanChangeFacts,
  planChangeQuote,
  refusedPlanChange,
} from "../../../../shared/ordering/plan-changes.ts";
import { PLAN_NOT_OFFERED } from "../../../../shared/ordering/plan-orders.ts";
import { NOT_FOUND, type WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { quote, runWrite, type Snapshot } from "../actions/run-write.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";
import type { EngineContext } from "../engine-context.ts";
import { afterOrder } from "../orders/fulfilment.ts";
import { newOrder, orderNotice } from "../orders/new-order.ts";
import { dueAfterSwitch, switchPlan } from "../orders/paid-order.ts";
import { withPlanReason } from "../orders/plan-orders.ts";
import {
  type ChangeCost,
  changeCost,
  type PaidTerm,
  paidTerms,
  type SoldPlan,
  soldPlan,
  soldPlanReads,
} from "../pricing/plan-prices.ts";
import { toUnpaidInvoice, UNPAID_INVOICE } from "../records/orders.ts";
import { serviceRead, toService } from "../records/services.ts";
import { event } from "../store/events.ts";
import { NEW_ID, part, raw, sql } from "../store/sql.ts";

export const planChangeReads = { quotePlanChange };
export const planChangeWrites = { changePlan };

interface OpenPlanChange {
  plan_id: string;
  billing_cycle: BillingCycle;
  unpaidInvoice: string | null;
}

interface PlanChangeData extends PlanChangeFacts {
  plan: SoldPlan;
  cost: ChangeCost;
}

/** Quotes a change to another plan of the service's product line, or to another billing cycle. */
function quotePlanChange(engine: EngineContext, query: ActorQuery, change: PlanChangeRequest) {
  const quoted = quote(engine, query, planChangeRows(engine.db, query, change), (snapshot) => {
    const data = toPlanChangeData(snapshot, change);
    return "refused" in data ? data : { value: quoteOf(snapshot, data) };
  });
  return withPlanReason(engine, query, change, quoted);
}

function changePlan(engine: EngineContext, call: WriteCall, change: PlanChange) {
  const { db } = engine;
  const placed = runWrite<PlanChangeRows, PlacedPlanChange>(engine, call, {
    operation: "changePlan",
    reads: planChangeRows(db, call, change),
    decide(snapshot) {
      const data = toPlanChangeData(snapshot, change);
      if ("refused" in data) return data;
      const { service, plan, cost } = data;
      const price = { amount: cost.dueNow, currency: snapshot.account.currency };
      const { paymentMethodOnFile } = snapshot.facts;
      const refused = refusedPlanChange(change, { ...data, price, paymentMethodOnFile });
      if (refused) return { refused };

      const name = service.domain ? ` (${service.domain})` : "";
      const description = {
        en: `Change from ${service.plan} to ${plan.name.en}${name}`,
        fr: `Passage de ${service.plan} à ${plan.name.fr}${name}`,
      };
      const chosen = { planId: plan.id, billingCycle: plan.cycle };
      const ordered = {
        kind: "plan_change",
        service: service.id,
        pricedDueOn: service.nextDueDate,
        ...chosen,
      } as const;
      const prices = { recurringPrice: plan.price, termPrice: plan.price, credit: cost.credit };
      const lines = [{ description, amount: cost.dueNow }];
      const { statements, placed } = newOrder(engine, snapshot, { ...ordered, ...prices }, lines);
      // If no payment is due, the plan changes in the order's transaction, and the owner gets only one notice.
      const switched = placed.invoice === null ? changeNow(db, snapshot, data) : null;
      const done = switched?.statements ?? [orderNotice(db, call, snapshot, "changePlan", plan.name)];
      const planChange = quoteOf(snapshot, data);
      const isBelow = isDowngrade(planChange.renewal, snapshot.rows.listed[0]?.amount ?? null);
      return {
        statements: [...statements, ...done],
        value: { ...placed, ...chosen, service: switched?.service ?? service },
        preview: { price, planChange, planName: plan.name, isDowngrade: isBelow },
        afterwards: (changed) => afterOrder(engine, changed),
      };
    },
  });
  return withPlanReason(engine, call, change, placed);
}

function quoteOf({ account }: PlanChangeSnapshot, data: PlanChangeData): PlanChangeQuote {
  const { plan, cost } = data;
  return planChangeQuote(account, data, plan.price, cost.dueNow - cost.credit);
}

/**
 * Returns the statements for a plan change without a payment, and the resulting service. The statements that store the
 * order must run first.
 */
function changeNow(db: D1Database, { account, moment }: PlanChangeSnapshot, { service, plan, cost }: PlanChangeData) {
  const { id: planId, cycle, price } = plan;
  const change = {
    ...{ orderId: NEW_ID.order, accountId: account.id, serviceId: service.id },
    ...{ plan: service.plan, site: service.domain },
    ...{ cycle: service.billingCycle, nextDueOn: service.nextDueDate, credit: cost.credit },
    to: { planId, cycle, price, termPrice: price },
  };
  const done = sql(db)`UPDATE orders SET status = 'done' WHERE id = ${NEW_ID.order}`;
  const nextDueDate = dueAfterSwitch(change, moment.today);
  return {
    statements: [
      ...switchPlan(db, change, moment),
      event(db, moment.at, "order.completed", part`id = ${NEW_ID.order}`),
      done,
    ],
    service: { ...service, plan: plan.name.en, planId, billingCycle: cycle, nextDueDate, recurringPrice: price },
  };
}

type PlanChangeRows = ReturnType<typeof planChangeRows>;
type PlanChangeSnapshot = Snapshot<PlanChangeRows>;

function planChangeRows(db: D1Database, query: ActorQuery, { serviceId, planId, billingCycle }: PlanChangeRequest) {
  const { accountId } = query;
  const terms = sql(db)<PaidTerm>`SELECT starts_on AS startsOn, ends_on AS endsOn, amount
    FROM paid_terms WHERE service_id = ${serviceId} ORDER BY starts_on`;
  const open = sql(db)<OpenPlanChange>`
    SELECT o.plan_id, o.billing_cycle, ${raw(UNPAID_INVOICE)} AS unpaidInvoice FROM orders o
    WHERE o.service_id = ${serviceId} AND o.kind = 'plan_change' AND o.status IN ('open', 'paid')`;
  // This statement reads the current plan's price in the new billing cycle.
  const listed = sql(db)<{ amount: MinorUnits }>`
    SELECT p.amount FROM services s
      JOIN plan_prices p ON p.plan_id = s.plan_id AND p.billing_cycle = coalesce(${billingCycle}, s.billing_cycle)
      JOIN accounts a ON a.id = s.account_id AND a.currency = p.currency
    WHERE s.id = ${serviceId} AND s.account_id = ${accountId}`;
  const service = serviceRead(db, query, serviceId);
  return { service, ...soldPlanReads(db, accountId, planId), terms, open, listed };
}

function toPlanChangeData(
  { rows, moment }: PlanChangeSnapshot,
  change: PlanChangeRequest,
): PlanChangeData | { refused: WriteRefusal } {
  const [row] = rows.service;
  if (!row) return { refused: NOT_FOUND };
  const service = toService(row);
  const plan = soldPlan(rows, change.billingCycle ?? service.billingCycle);
  if (!plan) return { refused: PLAN_NOT_OFFERED };
  const { today } = moment;
  const paid = paidTerms(rows.terms, service, today);
  const sameCycle = plan.cycle === service.billingCycle;
  const [open] = rows.open;
  return {
    service,
    plan,
    chosen: { planId: plan.id, billingCycle: plan.cycle },
    isOnUpgradePath: service.line === plan.line,
    open: open
      ? {
          to: { planId: open.plan_id, billingCycle: open.billing_cycle },
          unpaidInvoice: toUnpaidInvoice(open.unpaidInvoice),
        }
      : null,
    cost: changeCost(paid, { price: plan.price, sameCycle }, today),
    today,
    links: CLIENT_AREA_LINKS,
  };
}
