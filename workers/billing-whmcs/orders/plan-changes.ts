import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type {
  PlacedPlanChange,
  PlanChange,
  PlanChangeQuote,
  PlanChangeRequest,
} from "../../../shared/billing-contract/plan-orders.ts";
import {
  isDowngrade,
  type PlanChangeFacts,
  planChangeObstacle,
  planChangeQuote,
  refusedPlanChange,
} from "../../../shared/ordering/plan-changes.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { calculateUpgrade } from "../answers/orders.ts";
import { inOrder, NoAnswer } from "../bridge/outcome.ts";
import { plansByProduct } from "../catalogue/plan-map.ts";
import { currentPrices } from "../catalogue/refresh-prices.ts";
import { readInvoice } from "../invoices/invoices.ts";
import { Refused } from "../results.ts";
import { cycleParameter } from "../services/billing-cycles.ts";
import { findService } from "../services/services.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { type AdmittedActing, admitActing, paymentMethodOnFile } from "./acting.ts";
import { newestOrder } from "./action-rows.ts";
import { type JudgedOrder, orderWrite } from "./place-order.ts";
import { type PricedPlan, readPlan } from "./priced-plan.ts";
import { SERVICE_UNDER_WAY } from "./run-write.ts";

const OPERATION = "changePlan";
const CALCULATION_MS = 8_000;

/** An open change of the service that this Worker did not order. */
const UNKNOWN_CHANGE = { to: null, unpaidInvoice: null };

export async function quotePlanChange(
  context: WhmcsContext,
  query: ActorQuery,
  change: PlanChangeRequest,
): Promise<PlanChangeQuote> {
  const read = await readPlanChange(context, query, change);
  return quoteOf(read, await costOf(context, query.accountId, read));
}

function quoteOf({ account, plan, facts }: PlanChangeRead, { amount, isOpen }: ChangeCost): PlanChangeQuote {
  const known = isOpen ? { ...facts, open: facts.open ?? UNKNOWN_CHANGE } : facts;
  return planChangeQuote(account, known, plan.price, amount);
}

export const changePlan = orderWrite<PlanChange, PlacedPlanChange>({
  operation: OPERATION,
  underWay: SERVICE_UNDER_WAY,
  targetOf: ({ serviceId }) => `service:${serviceId}`,
  judge: judgePlanChange,
});

async function judgePlanChange(context: WhmcsContext, query: ActorQuery, change: PlanChange): Promise<JudgedOrder> {
  const read = await readPlanChange(context, query, change);
  const { account, plan, facts } = read;
  const { service } = facts;
  const onFile = await paymentMethodOnFile(context, query.accountId);
  const cost = await costOf(context, query.accountId, read);
  const open = facts.open ?? (cost.isOpen ? UNKNOWN_CHANGE : null);
  const price = { amount: Math.max(0, cost.amount), currency: account.currency };
  const refused = refusedPlanChange(change, { ...facts, open, price, paymentMethodOnFile: onFile });
  if (refused) throw new Refused(refused);
  const { productId, cycle: billingCycle } = plan;
  const quote = quoteOf(read, cost);
  return {
    account,
    call: { action: "UpgradeProduct", parameters: { ...upgradeOf(read), newproductbillingcycle: cost.cycle } },
    stored: {
      kind: "order",
      line: { kind: "change", serviceId: service.id, productId, billingCycle },
      price,
      value: { account, service, planId: plan.planId, billingCycle },
    },
    preview: { planChange: quote, planName: plan.name, isDowngrade: isBelow(read, quote) },
  };
}

/** Returns whether a plan change is a downgrade. */
function isBelow({ plan, facts: { service }, presentPrice }: PlanChangeRead, { renewal }: PlanChangeQuote): boolean {
  if (service.planId === plan.planId) return false;
  return service.planId === null || isDowngrade(renewal, presentPrice);
}

/** Returns the parameters of the WHMCS call, without the billing cycle. */
function upgradeOf({ plan, facts, acting }: PlanChangeRead) {
  return {
    serviceid: facts.service.id,
    type: "product",
    newproductid: plan.productId,
    paymentmethod: acting.orderGateway,
  } as const;
}

interface PlanChangeRead extends Pick<AdmittedActing, "account" | "acting"> {
  plan: PricedPlan;
  facts: PlanChangeFacts;
  /** The list price of the current plan in the chosen billing cycle; `null` if it has no price. */
  presentPrice: number | null;
}

async function readPlanChange(
  context: WhmcsContext,
  query: ActorQuery,
  change: PlanChangeRequest,
): Promise<PlanChangeRead> {
  const { accountId } = query;
  const { serviceId, planId } = change;
  const [admitted, service, order] = await inOrder(
    admitActing(context, query),
    findService(context, accountId, serviceId),
    openChange(context, accountId, serviceId),
  );
  if (!service) throw new Refused(NOT_FOUND);
  const { account, acting } = admitted;
  const billingCycle = change.billingCycle ?? service.billingCycle;
  const plan = await readPlan(context, account.currency, { planId, billingCycle, promotion: null });
  const [planOf, { products }] = await Promise.all([plansByProduct(context), currentPrices(context, account.currency)]);
  const from = [...planOf.values()].find((one) => one.planId === service.planId);
  const { upgrades_to: upgrades = null, prices = [] } = products[from?.productId ?? 0] ?? {};
  const isAllowed = upgrades === null || upgrades.includes(plan.productId);
  const presentPrice = prices.find((one) => one.billingCycle === plan.cycle)?.amount ?? null;
  const to = order && {
    planId: planOf.get(order.line.productId)?.planId ?? "",
    billingCycle: order.line.billingCycle,
  };
  const facts: PlanChangeFacts = {
    service,
    chosen: { planId: plan.planId, billingCycle: plan.cycle },
    isOnUpgradePath: service.planId !== null && service.line === plan.line && isAllowed,
    open: order && { to, unpaidInvoice: order.invoice },
    today: todayOf(context),
    links: context.settings.links,
  };
  return { account, acting, plan, facts, presentPrice };
}

/** Returns the newest change of a service that this Worker has ordered, if it is not paid yet; otherwise `null`. */
async function openChange(context: WhmcsContext, accountId: number, serviceId: number) {
  const row = await newestOrder(context.db, accountId, OPERATION, `service:${serviceId}`);
  const invoiceId = row?.made?.invoiceId;
  if (row?.request?.kind !== "order" || !invoiceId) return null;
  const { line, price } = row.request;
  const invoice = await readInvoice(context, accountId, price.currency, invoiceId);
  if (invoice?.status !== "unpaid" && invoice?.status !== "payment_pending") return null;
  return line.kind === "change" ? { line, invoice } : null;
}

interface ChangeCost {
  /** The amount due now in minor units. A negative amount is credit for the customer. */
  amount: number;
  /** Whether another change of the service is unpaid or in progress. */
  isOpen: boolean;
  /** The billing cycle in the letter case that this version of WHMCS accepts. */
  cycle: string;
}

/**
 * Returns the current price of the change, as calculated by WHMCS. Does not call WHMCS if the change is refused anyway.
 */
async function costOf(context: WhmcsContext, accountId: number, read: PlanChangeRead): Promise<ChangeCost> {
  if (planChangeObstacle(read.facts)) return { amount: 0, isOpen: false, cycle: "" };
  const cycle = cycleParameter(read.plan.cycle);
  const ask = (newproductbillingcycle: string) => {
    const parameters = { clientid: accountId, ...upgradeOf(read), newproductbillingcycle, calconly: true } as const;
    return context.api.readOrSaid(calculateUpgrade, parameters, { accountId, deadlineMs: CALCULATION_MS });
  };
  const first = await ask(cycle);
  // Some versions of WHMCS accept a billing cycle only with a capital first letter.
  const isCapital = "saidNo" in first && /^invalid billing cycle/i.test(first.saidNo);
  const spelled = isCapital ? cycle.charAt(0).toUpperCase() + cycle.slice(1) : cycle;
  const said = isCapital ? await ask(spelled) : first;
  if ("saidNo" in said) {
    if (/^unable to accept/i.test(said.saidNo)) return { amount: 0, isOpen: true, cycle: spelled };
    throw new NoAnswer("refused");
  }
  return { amount: said.body.price, isOpen: said.body.isOpen, cycle: spelled };
}
