import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type {
  PlacedPlanOrder,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
} from "../../../../shared/billing-contract/plan-orders.ts";
import { toTerms } from "../../../../shared/ordering/legal-terms.ts";
import {
  PLAN_NOT_OFFERED,
  type PlanQuoteFacts,
  refusedPlanOrder,
  refusedPlanQuote,
} from "../../../../shared/ordering/plan-orders.ts";
import { missingPaymentMethod } from "../../../../shared/ordering/refusals.ts";
import { isReservedSite } from "../../../../shared/ordering/site-names.ts";
import { quote, runWrite, type Snapshot, type WriteHandler } from "../actions/run-write.ts";
import { termsRead } from "../catalogue/legal-terms.ts";
import type { EngineContext } from "../engine-context.ts";
import { firstPayment, type SoldPlan, soldPlan, soldPlanReads } from "../pricing/plan-prices.ts";
import { UNPAID_INVOICE } from "../records/orders.ts";
import { nextId } from "../store/new-ids.ts";
import { type Draft, NEW_ID, raw, sql } from "../store/sql.ts";
import { afterOrder, orderNotice } from "./after-order.ts";
import { newOrder } from "./new-order.ts";
import { withPlanReason } from "./not-offered.ts";
import { siteIsFree, siteRefused } from "./site-names.ts";

export const planOrderReads = {
  quotePlanOrder(engine: EngineContext, query: ActorQuery, order: PlanOrderRequest) {
    return withPlanReason(engine, query, order, quoteOrder(engine, query, order));
  },
};

export const planOrderWrites = {
  orderPlan(engine: EngineContext, action: WriteCall, order: PlanOrder) {
    return withPlanReason(engine, action, order, runWrite(engine, action, orderHandler(engine, action, order)));
  },
};

function quoteOrder(engine: EngineContext, query: ActorQuery, order: PlanOrderRequest) {
  return quote(engine, query, planOrderRows(engine.db, query.accountId, order), (snapshot) => {
    const plan = soldPlan(snapshot.rows, order.billingCycle);
    if (!plan) return { refused: PLAN_NOT_OFFERED };
    const refused = refusedPlanQuote(order, quoteFacts(engine, snapshot, order));
    return refused ? { refused } : { value: quoteOf(engine, snapshot, order, plan) };
  });
}

function quoteOf(
  { links }: EngineContext,
  { account, facts, rows, moment }: Snapshot<PlanOrderRows>,
  { domain }: PlanOrderRequest,
  plan: SoldPlan,
): PlanOrderQuote {
  const { currency } = account;
  const { paymentMethodOnFile } = facts;
  const { amount, discount } = firstPayment(plan, moment.today);
  return {
    account,
    planId: plan.id,
    billingCycle: plan.cycle,
    domain,
    firstPayment: { amount, currency, covers: plan.cycle },
    renewal: { amount: plan.price, currency, billingCycle: plan.cycle },
    setupFee: plan.setupFee,
    discount,
    terms: toTerms(rows.terms, moment.today),
    missing: missingPaymentMethod({ paymentMethodOnFile, links }),
  };
}

function orderHandler(
  engine: EngineContext,
  query: ActorQuery,
  order: PlanOrder,
): WriteHandler<PlanOrderRows, PlacedPlanOrder> {
  const { db } = engine;
  return {
    operation: "orderPlan",
    reads: planOrderRows(db, query.accountId, order),
    decide(snapshot) {
      const { rows, moment, account, facts } = snapshot;
      const plan = soldPlan(rows, order.billingCycle);
      if (!plan) return { refused: PLAN_NOT_OFFERED };
      const terms = toTerms(rows.terms, moment.today);
      const payment = firstPayment(plan, moment.today);
      const price = { amount: payment.amount, currency: account.currency };
      const refused = refusedPlanOrder(order, {
        ...quoteFacts(engine, snapshot, order),
        open: rows.open[0] ?? null,
        price,
        terms,
        paymentMethodOnFile: facts.paymentMethodOnFile,
        links: engine.links,
      });
      if (refused) return { refused };
      const { statements, value } = newPlanOrder(db, snapshot, order, plan, payment, terms.version);
      const placedNotice = orderNotice(engine, query, moment, "orderPlan", plan.name);
      const free = order.domain === null ? [] : [siteIsFree(db, query.accountId, order.domain)];
      const preview = { price, planOrder: quoteOf(engine, snapshot, order, plan), planName: plan.name };
      return { write: { statements: [...free, ...statements, placedNotice], value }, preview };
    },
    afterwards: (placed) => afterOrder(engine, placed),
  };
}

type PlanOrderRows = ReturnType<typeof planOrderRows>;

/** On a shared server whoever has a site of a name has its mail, too. There are no promotions: first-year discounts need no code. */
function quoteFacts(
  { blockedSites }: EngineContext,
  { rows }: Snapshot<PlanOrderRows>,
  { domain }: PlanOrderRequest,
): PlanQuoteFacts {
  const isSiteRefused = isReservedSite(domain, blockedSites) || rows.refusedSite.length > 0;
  return { isSiteRefused, isPromotionCurrent: false };
}

function newPlanOrder(
  db: D1Database,
  snapshot: Snapshot<PlanOrderRows>,
  order: PlanOrder,
  plan: SoldPlan,
  { amount, discount }: ReturnType<typeof firstPayment>,
  termsVersion: string,
): { statements: D1PreparedStatement[]; value: Draft<PlacedPlanOrder> } {
  const named = order.domain ? ` (${order.domain})` : "";
  const lines = [
    { description: { en: `${plan.name.en}${named}`, fr: `${plan.name.fr}${named}` }, amount: plan.price },
    ...(discount ? [{ description: discount.reason, amount: -discount.amount }] : []),
    ...(plan.setupFee > 0
      ? [{ description: { en: "Set-up fee", fr: "Frais de mise en service" }, amount: plan.setupFee }]
      : []),
  ];
  const { statements, placed } = newOrder(
    db,
    snapshot,
    {
      kind: "plan",
      service: NEW_ID.service,
      planId: plan.id,
      billingCycle: plan.cycle,
      recurringPrice: plan.price,
      termPrice: amount - plan.setupFee,
      termsVersion,
    },
    lines,
  );
  const service = sql(db)`
    INSERT INTO services (id, account_id, plan_id, plan_name, domain, status, billing_cycle, recurring_price)
    VALUES (${nextId("services")}, ${snapshot.account.id}, ${plan.id}, ${plan.name.en}, ${order.domain}, 'pending', ${plan.cycle}, ${plan.price})`;
  return {
    statements: [service, ...statements],
    value: {
      ...placed,
      planId: plan.id,
      billingCycle: plan.cycle,
      domain: order.domain,
      serviceId: NEW_ID.service,
      termsVersion,
    },
  };
}

function planOrderRows(db: D1Database, accountId: number, { planId, domain }: PlanOrderRequest) {
  const open = sql(db)<{ unpaidInvoice: number | null }>`
    SELECT ${raw(UNPAID_INVOICE)} AS unpaidInvoice
    FROM orders o CROSS JOIN services s ON s.id = o.service_id
    WHERE o.account_id = ${accountId} AND o.kind = 'plan' AND o.status IN ('open', 'paid')
      AND s.plan_id = ${planId} AND s.domain = ${domain}`;
  return {
    ...soldPlanReads(db, accountId, planId),
    terms: termsRead(db, null),
    open,
    refusedSite: siteRefused(db, accountId, domain),
  };
}
