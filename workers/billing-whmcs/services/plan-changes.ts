import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  PlacedPlanChange,
  PlanChange,
  PlanChangeQuote,
  PlanChangeRequest,
} from "../../../shared/billing-contract/plan-orders.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import {
  isDowngrade,
  type PlanChangeFacts,
  planChangeObstacle,
  refusedPlanChange,
} from "../../../shared/ordering/plan-changes.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { type AdmittedActing, admitActing } from "../acting/admit-acting.ts";
import { openOrder } from "../acting/open-order.ts";
import type { JudgedOrder } from "../acting/order-request.ts";
import { judgeUnclaimed, runOrder } from "../acting/run-order.ts";
import { SERVICE_UNDER_WAY } from "../acting/under-way.ts";
import { calculateUpgrade } from "../api/actions/upgrade-product.ts";
import { formattedAmount } from "../api/decode.ts";
import { type ApiOutcome, unavailable as noAnswer } from "../api/outcome.ts";
import { upgradesOf } from "../catalogue/addon-products.ts";
import { paymentMethodOnFile } from "../orders/payment-facts.ts";
import { listPrice, type PricedPlan, readPlan } from "../orders/priced-plan.ts";
import { unavailable } from "../results.ts";
import type { ActingSettings, WhmcsContext } from "../whmcs-context.ts";
import { cycleParameter } from "./billing-cycles.ts";
import { readServices } from "./list-services.ts";

export async function quotePlanChange(
  context: WhmcsContext,
  query: ActorQuery,
  change: PlanChangeRequest,
): Promise<QuoteResult<PlanChangeQuote>> {
  const read = await readPlanChange(context, query, change);
  if (!read.ok) return read;
  const cost = await costOf(context, query, read.value);
  return cost.kind === "ok" ? { ok: true, value: quoteOf(read.value, cost.body) } : unavailable(cost);
}

function quoteOf({ account, plan, facts }: PlanChangeRead, { amount, isOpen }: ChangeCost): PlanChangeQuote {
  const obstacle = planChangeObstacle(isOpen ? { ...facts, open: facts.open ?? UNKNOWN_CHANGE } : facts);
  const { currency } = account;
  return {
    account,
    service: facts.service,
    planId: plan.id,
    billingCycle: plan.cycle,
    dueNow: { amount: Math.max(0, amount), currency },
    credit: { amount: Math.max(0, -amount), currency },
    renewal: { amount: plan.price, currency, billingCycle: plan.cycle },
    effectiveOn: facts.today,
    obstacle,
  };
}

export function changePlan(
  context: WhmcsContext,
  action: WriteCall,
  change: PlanChange,
): Promise<QuoteResult<PlacedPlanChange>> {
  return runOrder<PlacedPlanChange>(context, action, {
    operation: "changePlan",
    ...claimOf(change),
    judge: () => judge(context, action, change),
  });
}

export async function checkPlanChange(
  context: WhmcsContext,
  query: ActorQuery,
  change: PlanChange,
): Promise<QuoteResult<WritePreview>> {
  const judged = await judgeUnclaimed(context, query, claimOf(change), () => judge(context, query, change));
  if (!judged.ok) return judged;
  const { account, stored, preview, quote } = judged.value;
  const below = await isBelow(context, query, quote);
  if (below.kind !== "ok") return unavailable(below);
  return { ok: true, value: previewOf(account, { price: stored.price, ...preview, isDowngrade: below.body }) };
}

function claimOf({ serviceId }: PlanChange) {
  return { target: `service:${serviceId}`, underWay: SERVICE_UNDER_WAY };
}

/** Whether the change is a downgrade. */
async function isBelow(
  context: WhmcsContext,
  query: ActorQuery,
  { service, planId, renewal }: PlanChangeQuote,
): Promise<ApiOutcome<boolean>> {
  if (service.planId === planId) return { kind: "ok", body: false };
  if (service.planId === null) return { kind: "ok", body: true };
  const present = { planId: service.planId, billingCycle: renewal.billingCycle };
  const listed = await listPrice(context, query, renewal.currency, present);
  return listed.kind === "ok" ? { kind: "ok", body: isDowngrade(renewal, listed.body) } : listed;
}

async function judge(
  context: WhmcsContext,
  query: ActorQuery,
  change: PlanChange,
): Promise<QuoteResult<JudgedOrder & { quote: PlanChangeQuote }>> {
  const read = await readPlanChange(context, query, change);
  if (!read.ok) return read;
  const { account, acting, plan, facts } = read.value;
  const { service } = facts;
  const payment = await paymentMethodOnFile(context, query);
  if (payment.kind !== "ok") return unavailable(payment);
  const cost = await costOf(context, query, read.value);
  if (cost.kind !== "ok") return unavailable(cost);
  const { amount, isOpen, cycle } = cost.body;
  const open = facts.open ?? (isOpen ? UNKNOWN_CHANGE : null);
  const price = { amount: Math.max(0, amount), currency: account.currency };
  const refused = refusedPlanChange(change, { ...facts, open, price, paymentMethodOnFile: payment.body });
  if (refused) return { ok: false, problem: refused };
  const line = { kind: "change", serviceId: service.id, productId: plan.productId, billingCycle: plan.cycle } as const;
  const gateway = acting.orderGateway;
  const value = { account, service, planId: plan.id, billingCycle: plan.cycle };
  const parameters = { ...upgradeParameters(account.id, service.id, plan, acting), newproductbillingcycle: cycle };
  const stored = { kind: "order", line, price, gateway, value } as const;
  const quote = quoteOf(read.value, cost.body);
  const preview = { planChange: quote, planName: plan.name };
  return { ok: true, value: { account, call: { action: "UpgradeProduct", parameters }, stored, preview, quote } };
}

function upgradeParameters(accountId: number, serviceId: number, plan: PricedPlan, { orderGateway }: ActingSettings) {
  return {
    clientid: accountId,
    serviceid: serviceId,
    type: "product",
    newproductid: plan.productId,
    newproductbillingcycle: cycleParameter(plan.cycle),
    paymentmethod: orderGateway,
  } as const;
}

interface PlanChangeRead {
  account: AdmittedActing["reference"];
  acting: AdmittedActing["acting"];
  plan: PricedPlan;
  facts: PlanChangeFacts;
}

async function readPlanChange(
  context: WhmcsContext,
  query: ActorQuery,
  change: PlanChangeRequest,
): Promise<QuoteResult<PlanChangeRead>> {
  const { serviceId, planId } = change;
  const { settings, now } = context;
  const [admitted, services, order] = await Promise.all([
    admitActing(context, query),
    readServices(context, query, serviceId),
    openOrder(context, query, "changePlan", `service:${serviceId}`),
  ]);
  if (!admitted.ok) return admitted;
  if (services.kind !== "ok") return unavailable(services);
  if (order.kind !== "ok") return unavailable(order);
  const service = services.body.find(({ id }) => id === serviceId);
  if (!service) return { ok: false, problem: NOT_FOUND };
  const { reference: account, acting } = admitted.value;
  const billingCycle = change.billingCycle ?? service.billingCycle;
  const offer = await readPlan(context, query, account.currency, { planId, billingCycle, promotion: null });
  if (offer.kind !== "ok") return unavailable(offer);
  if (offer.body.kind === "refused") return { ok: false, problem: offer.body.problem };
  const { plan } = offer.body;
  const ordered = order.body?.line;
  const [planOf, upgrades] = await Promise.all([context.plans.byProduct(), upgradesOf(context.db, service.planId)]);
  const isAllowed = upgrades === null || upgrades.includes(plan.productId);
  const to =
    ordered?.kind === "change"
      ? { planId: planOf.get(ordered.productId)?.planId ?? "", billingCycle: ordered.billingCycle }
      : null;
  const facts: PlanChangeFacts = {
    service,
    chosen: { planId: plan.id, billingCycle: plan.cycle },
    isOnUpgradePath: service.planId !== null && service.line === plan.line && isAllowed,
    open: order.body && { to, unpaidInvoice: order.body.invoiceId },
    today: dayIn(settings.timeZone, now()),
    links: settings.links,
  };
  return { ok: true, value: { account, acting, plan, facts } };
}

/** Another change of the service is open that was not ordered here. */
const UNKNOWN_CHANGE = { to: null, unpaidInvoice: null };

interface ChangeCost {
  /** Due now; negative for credit. */
  amount: number;
  /** Another change of the service waits for its payment. */
  isOpen: boolean;
  /** The billing cycle in the letter case that the version knows. */
  cycle: string;
}

/** What the change costs now, by WHMCS's own calculation; nothing is asked where it cannot be made anyway. */
async function costOf(
  context: WhmcsContext,
  { accountId, requestId }: ActorQuery,
  { account, acting, plan, facts }: PlanChangeRead,
): Promise<ApiOutcome<ChangeCost>> {
  if (planChangeObstacle(facts)) return { kind: "ok", body: { amount: 0, isOpen: false, cycle: "" } };
  const parameters = { ...upgradeParameters(accountId, facts.service.id, plan, acting), calconly: true } as const;
  const { newproductbillingcycle: cycle } = parameters;
  const ask = (written: string) =>
    context.api.read(calculateUpgrade, { ...parameters, newproductbillingcycle: written }, { accountId, requestId });
  const [first, currencies] = await Promise.all([ask(cycle), context.facts.currencies(context.api, requestId)]);
  // Some versions know the cycles with a capital only.
  const isCapital = first.kind === "said_no" && /^invalid billing cycle/i.test(first.text);
  const spelled = isCapital ? cycle.charAt(0).toUpperCase() + cycle.slice(1) : cycle;
  const read = isCapital ? await ask(spelled) : first;
  if (read.kind === "said_no" && /^unable to accept/i.test(read.text))
    return { kind: "ok", body: { amount: 0, isOpen: true, cycle: spelled } };
  if (read.kind !== "ok") return read;
  if (currencies.kind !== "ok") return currencies;
  const format = [...currencies.body.values()].find(({ code }) => code === account.currency);
  const amount = format ? formattedAmount(read.body.price, format) : null;
  return amount === null
    ? noAnswer("unread")
    : { kind: "ok", body: { amount, isOpen: read.body.isOpen, cycle: spelled } };
}
