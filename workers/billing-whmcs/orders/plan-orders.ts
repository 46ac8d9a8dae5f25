import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import type {
  PlacedPlanOrder,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
} from "../../../shared/billing-contract/plan-orders.ts";
import {
  type PlanOrderFacts,
  planOrderQuote,
  refusedPlanOrder,
  refusedPlanQuote,
  sameSite,
} from "../../../shared/ordering/plan-orders.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { inOrder } from "../bridge/outcome.ts";
import { Refused } from "../results.ts";
import { cycleParameter } from "../services/billing-cycles.ts";
import { readServices } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type AdmittedActing, admitActing, paymentMethodOnFile, readTerms } from "./acting.ts";
import { siteRefused, unpaidInvoiceOfService } from "./holders.ts";
import { addOrder, type JudgedOrder, orderWrite } from "./place-order.ts";
import { firstPayment, type PricedPlan, readPlan } from "./priced-plan.ts";

const UNDER_WAY = refusal(
  "already_requested",
  "Another order for this plan and domain is in progress.",
  "Une autre commande de ce forfait pour ce nom est en cours.",
);

export async function quotePlanOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: PlanOrderRequest,
): Promise<PlanOrderQuote> {
  const read = await readPlanOrder(context, query, order);
  const refused = refusedPlanQuote(order, read.facts);
  if (refused) throw new Refused(refused);
  return quoteOf(read, order);
}

function quoteOf({ account, plan, facts }: PlanOrderRead, order: PlanOrderRequest): PlanOrderQuote {
  return planOrderQuote(account, order, plan, facts, firstPayment(plan).discount);
}

export const orderPlan = orderWrite<PlanOrder, PlacedPlanOrder>({
  operation: "orderPlan",
  underWay: UNDER_WAY,
  targetOf: ({ planId, domain }) => (domain === null ? `plan:${planId}` : `plan:${planId} ${domain}`),
  judge: judgePlanOrder,
});

async function judgePlanOrder(context: WhmcsContext, query: ActorQuery, order: PlanOrder): Promise<JudgedOrder> {
  const read = await readPlanOrder(context, query, order);
  const { account, acting, plan, facts } = read;
  const refused = refusedPlanOrder(order, facts);
  if (refused) throw new Refused(refused);
  const { domain } = order;
  const { price, terms } = facts;
  const { productId, cycle: billingCycle } = plan;
  const parameters = {
    pid: [productId],
    billingcycle: [cycleParameter(billingCycle)],
    domain: domain === null ? undefined : [domain],
    promocode: plan.promotion?.code,
  } as const;
  return {
    account,
    call: addOrder(acting, parameters),
    stored: {
      kind: "order",
      line: { kind: "plan", productId, billingCycle, domain },
      price,
      value: { account, planId: plan.planId, billingCycle, domain, termsVersion: terms.version },
    },
    preview: { planOrder: quoteOf(read, order), planName: plan.name },
  };
}

interface PlanOrderRead extends Pick<AdmittedActing, "account" | "acting"> {
  plan: PricedPlan;
  facts: PlanOrderFacts;
}

/** Reads the data that decides whether a plan can be ordered. Checks access before it reveals any of that data. */
async function readPlanOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: PlanOrderRequest,
): Promise<PlanOrderRead> {
  const { accountId } = query;
  const [admitted, onFile, terms, isSiteRefused, atSite] = await inOrder(
    admitActing(context, query),
    paymentMethodOnFile(context, accountId),
    readTerms(context, null),
    siteRefused(context, accountId, order.domain),
    servicesAt(context, accountId, order.domain),
  );
  const { account, acting, priceFor } = admitted;
  const plan = await readPlan(context, account.currency, order);
  const samePlan = atSite.filter(({ planId }) => planId === plan.planId);
  const pending = samePlan.find(({ status }) => status === "pending");
  const isInUse = ({ status }: CustomerService) => status === "active" || status === "suspended";
  const facts: PlanOrderFacts = {
    isSiteRefused,
    isPromotionCurrent: plan.promotion !== null,
    open: pending ? { unpaidInvoice: await unpaidInvoiceOfService(context, account, pending.id) } : null,
    siteService: samePlan.find(isInUse) ?? atSite.find(isInUse) ?? null,
    terms,
    price: { amount: priceFor(firstPayment(plan).amount), currency: account.currency },
    paymentMethodOnFile: onFile,
    links: context.settings.links,
  };
  return { account, acting, plan, facts };
}

/** Returns the account's services for a site. The site matches with and without `www.`. */
async function servicesAt(context: WhmcsContext, accountId: number, site: string | null): Promise<CustomerService[]> {
  const names = sameSite(site);
  return names.length === 0
    ? []
    : (await readServices(context, accountId)).filter(({ domain }) => domain !== null && names.includes(domain));
}
