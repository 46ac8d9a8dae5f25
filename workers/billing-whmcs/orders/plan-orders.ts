import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  PlacedPlanOrder,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
} from "../../../shared/billing-contract/plan-orders.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { type PlanOrderFacts, refusedPlanOrder, refusedPlanQuote } from "../../../shared/ordering/plan-orders.ts";
import { missingPaymentMethod, refusal } from "../../../shared/ordering/refusals.ts";
import { type AdmittedActing, admitActing } from "../acting/admit-acting.ts";
import type { JudgedOrder } from "../acting/order-request.ts";
import { checkOrder, type OrderHandler, runOrder } from "../acting/run-order.ts";
import { unavailable } from "../results.ts";
import { cycleParameter } from "../services/billing-cycles.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { unpaidOrderInvoice } from "./name-holders.ts";
import { readTerms } from "./order-terms.ts";
import { paymentMethodOnFile } from "./payment-facts.ts";
import { firstPayment, type PricedPlan, readPlan } from "./priced-plan.ts";
import { siteHolders } from "./site-holders.ts";

export async function quotePlanOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: PlanOrderRequest,
): Promise<QuoteResult<PlanOrderQuote>> {
  const read = await readPlanOrder(context, query, order);
  if (!read.ok) return read;
  const refused = refusedPlanQuote(order, read.value.facts);
  return refused ? { ok: false, problem: refused } : { ok: true, value: quoteOf(read.value, order) };
}

function quoteOf({ account, plan, facts }: PlanOrderRead, { domain }: PlanOrderRequest): PlanOrderQuote {
  return {
    account,
    planId: plan.id,
    billingCycle: plan.cycle,
    domain,
    firstPayment: { ...facts.price, covers: plan.cycle },
    renewal: { amount: plan.price, currency: account.currency, billingCycle: plan.cycle },
    setupFee: plan.setupFee,
    discount: firstPayment(plan).discount,
    terms: facts.terms,
    missing: missingPaymentMethod(facts),
  };
}

export function orderPlan(
  context: WhmcsContext,
  action: WriteCall,
  order: PlanOrder,
): Promise<QuoteResult<PlacedPlanOrder>> {
  return runOrder<PlacedPlanOrder>(context, action, orderHandler(context, action, order));
}

export function checkPlanOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: PlanOrder,
): Promise<QuoteResult<WritePreview>> {
  return checkOrder(context, query, orderHandler(context, query, order));
}

function orderHandler(context: WhmcsContext, query: ActorQuery, order: PlanOrder): OrderHandler {
  return {
    operation: "orderPlan",
    target: order.domain === null ? `plan:${order.planId}` : `plan:${order.planId} ${order.domain}`,
    underWay: UNDER_WAY,
    judge: () => judge(context, query, order),
  };
}

const UNDER_WAY = refusal(
  "already_requested",
  "Another order of this plan for that name is under way.",
  "Une autre commande de ce forfait pour ce nom est en cours.",
);

async function judge(context: WhmcsContext, query: ActorQuery, order: PlanOrder): Promise<QuoteResult<JudgedOrder>> {
  const read = await readPlanOrder(context, query, order);
  if (!read.ok) return read;
  const { account, acting, plan, facts } = read.value;
  const refused = refusedPlanOrder(order, facts);
  if (refused) return { ok: false, problem: refused };
  const { domain } = order;
  const { price, terms } = facts;
  const parameters = {
    clientid: account.id,
    paymentmethod: acting.orderGateway,
    pid: [plan.productId],
    billingcycle: [cycleParameter(plan.cycle)],
    domain: domain === null ? undefined : [domain],
    promocode: plan.promotion?.code,
    // The invoice is mailed once its price was compared.
    noemail: true,
    noinvoiceemail: true,
  } as const;
  const line = { kind: "plan", productId: plan.productId, billingCycle: plan.cycle, domain } as const;
  const gateway = acting.orderGateway;
  const value = { account, planId: plan.id, billingCycle: plan.cycle, domain, termsVersion: terms.version };
  return {
    ok: true,
    value: {
      account,
      call: { action: "AddOrder", parameters },
      stored: { kind: "order", line, price, gateway, value },
      preview: { planOrder: quoteOf(read.value, order), planName: plan.name },
    },
  };
}

interface PlanOrderRead {
  account: AdmittedActing["reference"];
  acting: AdmittedActing["acting"];
  plan: PricedPlan;
  facts: PlanOrderFacts;
}

/** What an order of a plan is decided on; the check of access decides before anything of it is told. */
async function readPlanOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: PlanOrderRequest,
): Promise<QuoteResult<PlanOrderRead>> {
  const [admitted, payment, terms, site] = await Promise.all([
    admitActing(context, query),
    paymentMethodOnFile(context, query),
    readTerms(context, null),
    siteHolders(context, query, order.domain),
  ]);
  if (!admitted.ok) return admitted;
  const { reference: account, acting, priceFor } = admitted.value;
  const { currency } = account;
  const offer = await readPlan(context, query, currency, order);
  if (offer.kind !== "ok") return unavailable(offer);
  if (offer.body.kind === "refused") return { ok: false, problem: offer.body.problem };
  if (payment.kind !== "ok") return unavailable(payment);
  if (site.kind !== "ok") return unavailable(site);
  const { plan, isPromotionCurrent } = offer.body;
  const pending = site.body.pending.find(({ productId }) => productId === plan.productId);
  let open: PlanOrderFacts["open"] = null;
  if (pending) {
    const unpaid = await unpaidOrderInvoice(context, query, currency, ({ relid }) => relid === pending.id);
    if (unpaid.kind !== "ok") return unavailable(unpaid);
    open = { unpaidInvoice: unpaid.body };
  }
  const facts: PlanOrderFacts = {
    isSiteRefused: site.body.isRefused,
    isPromotionCurrent,
    open,
    terms,
    price: { amount: priceFor(firstPayment(plan).amount), currency },
    paymentMethodOnFile: payment.body,
    links: context.settings.links,
  };
  return { ok: true, value: { account, acting, plan, facts } };
}
