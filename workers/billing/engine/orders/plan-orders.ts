import type { Actor, ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type {
  PlacedPlanOrder,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
} from "../../../../shared/billing-contract/plan-orders.ts";
import { failure } from "../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import {
  isReservedSite,
  PLAN_NOT_OFFERED,
  type PlanQuoteFacts,
  planNotOffered,
  planOrderQuote,
  refusedPlanOrder,
  refusedPlanQuote,
  type SiteService,
  sameSite,
} from "../../../../shared/ordering/plan-orders.ts";
import { toTerms } from "../../../../shared/ordering/refusals.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { quote, runWrite, type Snapshot } from "../actions/run-write.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";
import type { EngineContext } from "../engine-context.ts";
import type { InvoiceLine } from "../invoices/taxes.ts";
import { firstPayment, type SoldPlan, soldPlan, soldPlanReads } from "../pricing/plan-prices.ts";
import { toUnpaidInvoice, UNPAID_INVOICE } from "../records/orders.ts";
import { siteIsFree, siteRefused } from "../records/services.ts";
import type { Store } from "../store/account-store.ts";
import { NEW_ID, nextId, raw, sql } from "../store/sql.ts";
import { afterOrder } from "./fulfilment.ts";
import { newOrder, orderNotice, termsRead } from "./new-order.ts";

export const planOrderReads = { quotePlanOrder };
export const planOrderWrites = { orderPlan };

function quotePlanOrder(engine: EngineContext, query: ActorQuery, order: PlanOrderRequest) {
  const quoted = quote(engine, query, planOrderRows(engine.db, query.accountId, order), (snapshot) => {
    const plan = soldPlan(snapshot.rows, order.billingCycle);
    if (!plan) return { refused: PLAN_NOT_OFFERED };
    const refused = refusedPlanQuote(order, quoteFacts(engine, snapshot, order));
    return refused ? { refused } : { value: quoteOf(snapshot, order, plan) };
  });
  return withPlanReason(engine, query, order, quoted);
}

function orderPlan(engine: EngineContext, call: WriteCall, order: PlanOrder) {
  const { db } = engine;
  const placed = runWrite<PlanOrderRows, PlacedPlanOrder>(engine, call, {
    operation: "orderPlan",
    reads: planOrderRows(db, call.accountId, order),
    decide(snapshot) {
      const { rows, account, facts } = snapshot;
      const plan = soldPlan(rows, order.billingCycle);
      if (!plan) return { refused: PLAN_NOT_OFFERED };
      const quoted = quoteOf(snapshot, order, plan);
      const { terms, discount } = quoted;
      const [open] = rows.open;
      const price = { amount: quoted.firstPayment.amount, currency: account.currency };
      const refused = refusedPlanOrder(order, {
        ...quoteFacts(engine, snapshot, order),
        open: open ? { unpaidInvoice: toUnpaidInvoice(open.unpaidInvoice) } : null,
        siteService: rows.siteService[0] ?? null,
        price,
        terms,
        paymentMethodOnFile: facts.paymentMethodOnFile,
        links: CLIENT_AREA_LINKS,
      });
      if (refused) return { refused };

      const ordered = { planId: plan.id, billingCycle: plan.cycle, termsVersion: terms.version };
      const prices = { recurringPrice: plan.price, termPrice: price.amount - plan.setupFee };
      const newOne = { kind: "plan", service: NEW_ID.service, ...ordered, ...prices } as const;
      const { statements, placed } = newOrder(engine, snapshot, newOne, linesOf(plan, order, discount));
      const service = sql(db)`
        INSERT INTO services (id, account_id, plan_id, plan_name, domain, status, billing_cycle, recurring_price)
        VALUES (${nextId("services")}, ${account.id}, ${plan.id}, ${plan.name.en}, ${order.domain}, 'pending',
          ${plan.cycle}, ${plan.price})`;
      const free = order.domain === null ? [] : [siteIsFree(db, account.id, order.domain)];
      const told = orderNotice(db, call, snapshot, "orderPlan", plan.name);
      return {
        statements: [...free, service, ...statements, told],
        value: { ...placed, ...ordered, domain: order.domain, serviceId: NEW_ID.service },
        preview: { price, planOrder: quoted, planName: plan.name },
        afterwards: (done) => afterOrder(engine, done),
      };
    },
  });
  return withPlanReason(engine, call, order, placed);
}

function quoteOf(
  { account, facts, rows, moment }: Snapshot<PlanOrderRows>,
  order: PlanOrderRequest,
  plan: SoldPlan,
): PlanOrderQuote {
  const { currency } = account;
  const { paymentMethodOnFile } = facts;
  const { amount, discount } = firstPayment(plan, moment.today);
  const quoted = {
    ...{ price: { amount, currency }, terms: toTerms(rows.terms, moment.today), paymentMethodOnFile },
    ...{ siteService: rows.siteService[0] ?? null, links: CLIENT_AREA_LINKS },
  };
  return planOrderQuote(account, order, { ...plan, planId: plan.id }, quoted, discount);
}

type PlanOrderRows = ReturnType<typeof planOrderRows>;

/**
 * Returns the facts for a plan quote. Reserved sites are refused because, on a shared server, a site's owner also
 * receives e-mail for its domain name. The engine has no promotion codes, because its first-year discounts need no
 * code.
 */
function quoteFacts(
  { blockedSites }: EngineContext,
  { rows }: Snapshot<PlanOrderRows>,
  { domain }: PlanOrderRequest,
): PlanQuoteFacts {
  const isSiteRefused = isReservedSite(domain, blockedSites) || rows.refusedSite.length > 0;
  return { isSiteRefused, isPromotionCurrent: false };
}

function linesOf(
  { name, price, setupFee }: SoldPlan,
  { domain }: PlanOrderRequest,
  discount: PlanOrderQuote["discount"],
): InvoiceLine[] {
  const named = domain ? ` (${domain})` : "";
  const setup = { description: { en: "Set-up fee", fr: "Frais de mise en service" }, amount: setupFee };
  return [
    { description: { en: `${name.en}${named}`, fr: `${name.fr}${named}` }, amount: price },
    ...(discount ? [{ description: discount.reason, amount: -discount.amount }] : []),
    ...(setupFee > 0 ? [setup] : []),
  ];
}

function planOrderRows(db: D1Database, accountId: number, { planId, domain }: PlanOrderRequest) {
  const names = JSON.stringify(sameSite(domain));
  const open = sql(db)<{ unpaidInvoice: string | null }>`
    SELECT ${raw(UNPAID_INVOICE)} AS unpaidInvoice
    FROM orders o CROSS JOIN services s ON s.id = o.service_id
    WHERE o.account_id = ${accountId} AND o.kind = 'plan' AND o.status IN ('open', 'paid')
      AND s.plan_id = ${planId} AND s.domain IN (SELECT value FROM json_each(${names}))`;
  // `+` makes SQLite use the index on sites, instead of reading all of the account's services.
  const siteService = sql(db)<SiteService>`
    SELECT id, plan_name AS plan, plan_id AS planId FROM services
    WHERE +account_id = ${accountId} AND status IN ('active', 'suspended')
      AND domain IN (SELECT value FROM json_each(${names}))
    ORDER BY plan_id = ${planId} DESC, id LIMIT 1`;
  return {
    ...soldPlanReads(db, accountId, planId),
    terms: termsRead(db, null),
    open,
    siteService,
    refusedSite: siteRefused(db, accountId, domain),
  };
}

interface PlansOnOfferRow {
  currency: Currency;
  isKnown: 0 | 1;
  /** The plan's cycles, and the plans sold in the account's currency, both as JSON arrays. */
  cycles: string;
  plans: string;
}

/**
 * Adds the reason to a `not_offered` refusal: an unknown plan, no price in the account's currency, or a cycle that the
 * plan does not have. Queries the database only after a `not_offered` refusal.
 */
export async function withPlanReason<Value>(
  { db }: Store,
  { accountId }: Actor,
  { planId }: Pick<PlanOrderRequest, "planId">,
  pending: Promise<QuoteResult<Value>>,
): Promise<QuoteResult<Value>> {
  const result = await pending;
  if (result.ok || result.problem.code !== "not_offered") return result;
  const row = await sql(db)`
    SELECT a.currency, EXISTS (SELECT 1 FROM plans WHERE id = ${planId}) AS isKnown,
      (SELECT json_group_array(billing_cycle) FROM plan_prices
        WHERE plan_id = ${planId} AND currency = a.currency) AS cycles,
      (SELECT json_group_array(id) FROM (
        SELECT id FROM plans WHERE EXISTS (SELECT 1 FROM plan_prices WHERE plan_id = id AND currency = a.currency)
        ORDER BY position)) AS plans
    FROM accounts a WHERE a.id = ${accountId}`.first<PlansOnOfferRow>();
  if (!row) return result;
  const { currency, isKnown, cycles, plans } = row;
  const offer = { currency, isKnown: isKnown === 1, cycles: JSON.parse(cycles), plans: JSON.parse(plans) };
  return failure(planNotOffered(planId, offer));
}
