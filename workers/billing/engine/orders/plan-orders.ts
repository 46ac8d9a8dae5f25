import type {
  Action,
  PlacedPlanOrder,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import {
  ADD_PAYMENT_METHOD,
  alreadyRequested,
  firstRefusal,
  PLAN_NOT_OFFERED,
  paymentMethodMissing,
  priceChanged,
} from "../actions/refusals.ts";
import { quote, runAction, type Snapshot } from "../actions/run-action.ts";
import { termsRead, toTerms } from "../catalogue/legal-terms.ts";
import type { EngineContext } from "../engine-context.ts";
import { firstPayment, type SoldPlan, soldPlan, soldPlanReads } from "../pricing/plan-prices.ts";
import { UNPAID_INVOICE } from "../records/orders.ts";
import { type Draft, NEW_ID, raw, sql } from "../store/sql.ts";
import { afterOrder, orderNotice } from "./after-order.ts";
import { newOrder } from "./new-order.ts";
import { withPlanReason } from "./not-offered.ts";
import { extensionSold, isBlocked, isExtension, SITE_REFUSED, siteIsFree, siteOfAnother } from "./site-names.ts";

export const planOrders = {
  quotePlanOrder(engine: EngineContext, query: ActorQuery, order: PlanOrderRequest) {
    return withPlanReason(engine, query, order, quoteOrder(engine, query, order));
  },

  orderPlan(engine: EngineContext, action: Action, order: PlanOrder) {
    return withPlanReason(engine, action, order, placeOrder(engine, action, order));
  },
};

function quoteOrder(engine: EngineContext, query: ActorQuery, order: PlanOrderRequest) {
  return quote(engine, query, planOrderReads(engine.db, query.accountId, order), (snapshot) => {
    const { account, facts, rows, moment } = snapshot;
    const plan = soldPlan(rows, order.billingCycle);
    if (!plan) return { refused: PLAN_NOT_OFFERED };
    const refused = firstRefusal(refusedSite(engine, snapshot, order), refusedPromotion(order));
    if (refused) return { refused };
    const { currency } = account;
    const { amount, discount } = firstPayment(plan, moment.today);
    const value: PlanOrderQuote = {
      account,
      planId: plan.id,
      billingCycle: plan.cycle,
      domain: order.domain,
      firstPayment: { amount, currency, covers: plan.cycle },
      renewal: { amount: plan.price, currency, billingCycle: plan.cycle },
      setupFee: plan.setupFee,
      discount,
      terms: toTerms(rows.terms, moment.today),
      missing: facts.paymentMethodOnFile ? [] : [ADD_PAYMENT_METHOD],
    };
    return { value };
  });
}

function placeOrder(engine: EngineContext, action: Action, order: PlanOrder) {
  const { db } = engine;
  return runAction(engine, action, {
    operation: "orderPlan",
    reads: planOrderReads(db, action.accountId, order),
    decide(snapshot) {
      const { rows, moment, account } = snapshot;
      const plan = soldPlan(rows, order.billingCycle);
      if (!plan) return { refused: PLAN_NOT_OFFERED };
      const terms = toTerms(rows.terms, moment.today);
      const [open] = rows.open;
      const payment = firstPayment(plan, moment.today);
      const refused = firstRefusal(
        open &&
          alreadyRequested(
            "This plan is already on order for that name.",
            "Ce forfait fait déjà l’objet d’une commande pour ce nom.",
            open.unpaidInvoice,
          ),
        refusedSite(engine, snapshot, order),
        refusedPromotion(order),
        priceChanged(order.expectedPrice, { amount: payment.amount, currency: account.currency }),
        order.acceptTerms !== terms.version && { code: "terms_not_accepted", terms },
        paymentMethodMissing(snapshot),
      );
      if (refused) return { refused };
      const { statements, value } = newPlanOrder(db, snapshot, order, plan, payment, terms.version);
      const placedNotice = orderNotice(engine, action, moment, "orderPlan", plan.name);
      const free = siteIsFree(db, action.accountId, order.domain);
      return { write: { statements: [free, ...statements, placedNotice], value } };
    },
    afterwards: (placed: PlacedPlanOrder) => afterOrder(engine, placed),
  });
}

type PlanOrderReads = ReturnType<typeof planOrderReads>;

/** On a shared server whoever has a site of a name has its mail, too. */
function refusedSite(
  { blockedSites }: EngineContext,
  { rows }: Snapshot<PlanOrderReads>,
  { domain }: PlanOrderRequest,
): ActionRefused | null {
  const isRefused = isBlocked(domain, blockedSites) || isExtension(domain);
  return isRefused || rows.taken.length > 0 || rows.extension.length > 0 ? SITE_REFUSED : null;
}

function newPlanOrder(
  db: D1Database,
  snapshot: Snapshot<PlanOrderReads>,
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
    INSERT INTO services (account_id, plan_id, plan_name, domain, status, billing_cycle, recurring_price)
    VALUES (${snapshot.account.id}, ${plan.id}, ${plan.name.en}, ${order.domain}, 'pending', ${plan.cycle}, ${plan.price})`;
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

function planOrderReads(db: D1Database, accountId: number, { planId, domain }: PlanOrderRequest) {
  const open = sql(db)<{ unpaidInvoice: number | null }>`
    SELECT ${raw(UNPAID_INVOICE)} AS unpaidInvoice
    FROM services s JOIN orders o ON o.service_id = s.id AND o.kind = 'plan' AND o.status IN ('open', 'paid')
    WHERE s.account_id = ${accountId} AND +s.plan_id = ${planId} AND s.domain = ${domain}`;
  return {
    ...soldPlanReads(db, accountId, planId),
    terms: termsRead(db, null),
    open,
    taken: siteOfAnother(db, accountId, domain),
    extension: extensionSold(db, domain),
  };
}

/** The engine has no promotions; its first-year discounts need no code. */
function refusedPromotion({ promotion }: PlanOrderRequest): ActionRefused | null {
  if (promotion === null) return null;
  const message = { en: "is not a current promotion code", fr: "n’est pas un code promotionnel en cours" };
  return { code: "invalid_body", refused: [{ pointer: "/promotion", message }] };
}
