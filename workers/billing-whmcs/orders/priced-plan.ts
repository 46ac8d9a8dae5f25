import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { PlanOrderRequest } from "../../../shared/billing-contract/plan-orders.ts";
import { PLAN_NOT_OFFERED, planNotOffered } from "../../../shared/ordering/plan-orders.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { scaleHalfUp } from "../../../shared/platform/money.ts";
import { getProducts } from "../answers/products.ts";
import { getPromotions } from "../answers/provider.ts";
import { inOrder } from "../bridge/outcome.ts";
import { type MappedPlan, readPlanMap } from "../catalogue/plan-map.ts";
import { readSnapshot } from "../catalogue/price-snapshot.ts";
import { discountOf, netPrices, pricesOf } from "../catalogue/prices.ts";
import { Refused } from "../results.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";

/** A plan with one billing cycle, at the price that a new order of it has. */
export interface PricedPlan {
  id: string;
  line: string;
  productId: number;
  name: Text;
  cycle: BillingCycle;
  /** Before taxes, in the account's currency. */
  price: number;
  setupFee: number;
  /** The code that an order sends, and what it takes off the first year; null without one. */
  promotion: { code: string; percent: number } | null;
}

/** Reads a plan's price as it is now, or why it is not sold. @param order its promotion is the customer's own code; null: the plan's */
export async function readPlan(
  context: WhmcsContext,
  currency: string,
  { planId, billingCycle, promotion }: Pick<PlanOrderRequest, "planId" | "billingCycle" | "promotion">,
): Promise<PricedPlan> {
  const { api, db } = context;
  const plans = await readPlanMap(db);
  const plan = plans.find((one) => one.planId === planId);
  const code = promotion ?? plan?.promotion ?? null;
  const [{ product, prices }, promotions] = await inOrder(
    readPrices(context, currency, plan),
    plan && code !== null ? api.list(getPromotions, {}, { accountId: null }) : [],
  );
  const wanted = billingCycle ?? plan?.usualCycle;
  const price = prices.find((one) => one.billingCycle === wanted);
  if (!plan || !price) {
    const cycles = prices.map((one) => one.billingCycle);
    const { products = {} } = (await readSnapshot(db, currency))?.prices ?? {};
    const sold = plans.filter((one) => products[one.productId]?.length).map((one) => one.planId);
    throw new Refused(planNotOffered(planId, { currency, isKnown: plan !== undefined, cycles, plans: sold }));
  }
  if (plan.isProRata) throw new Refused(PRO_RATA);
  const isOut = product?.stockcontrol && !product.quantity_available;
  if (isOut || plan.isRetired) throw new Refused(PLAN_NOT_OFFERED);
  const row = promotions.find((one) => code !== null && one.code.toLowerCase() === code.toLowerCase());
  const discount = row && discountOf(row, plan.productId, todayOf(context));
  const applies = discount?.billingCycles.includes(price.billingCycle) === true;
  return {
    ...{ id: plan.planId, line: plan.line, productId: plan.productId, name: await nameOf(db, plan.planId) },
    ...{ cycle: price.billingCycle, price: price.amount, setupFee: price.setupFee },
    promotion: row && discount && applies ? { code: row.code, percent: discount.percent } : null,
  };
}

/** The product of a plan with its prices; neither without a plan. */
async function readPrices(context: WhmcsContext, currency: string, plan: MappedPlan | undefined) {
  const parameters = { pid: plan?.productId };
  const [products, net] = await inOrder(
    plan ? context.api.list(getProducts, parameters, { accountId: null }) : [],
    netPrices(context),
  );
  const product = products.find(({ id }) => id === plan?.productId);
  return { product, prices: product ? pricesOf(product, currency, net) : [] };
}

async function nameOf(db: D1Database, planId: string): Promise<Text> {
  const texts = db.prepare(
    `SELECT en.name AS en, fr.name AS fr FROM plan_texts en JOIN plan_texts fr ON fr.plan_id = en.plan_id AND fr.language = 'fr'
     WHERE en.plan_id = ? AND en.language = 'en'`,
  );
  const name = await texts.bind(planId).first<Text>();
  if (!name) throw new Error(`the plan ${planId} has no name in one of the languages`);
  return name;
}

/** What a plan costs by the price list, before taxes, sold now or not; null where it has no price for the billing cycle. */
export async function listPrice(
  context: WhmcsContext,
  currency: string,
  { planId, billingCycle }: { planId: string; billingCycle: BillingCycle },
): Promise<number | null> {
  const plan = (await readPlanMap(context.db)).find((one) => one.planId === planId);
  const { prices } = await readPrices(context, currency, plan);
  return prices.find((one) => one.billingCycle === billingCycle)?.amount ?? null;
}

const PRO_RATA = refusal(
  "not_offered",
  "The first payment of this plan is for the days until its billing day, and is told by the shop alone: order it there.",
  "Le premier paiement de ce forfait couvre les jours jusqu’à sa date de facturation, et seule la boutique l’indique : commandez-le là.",
);

/** The first payment: set-up fee included, less the discount. */
export function firstPayment({ price, setupFee, promotion }: PricedPlan) {
  if (!promotion) return { amount: price + setupFee, discount: null };
  const { percent } = promotion;
  const term = scaleHalfUp(price, 100 - percent, 100);
  const reason = {
    en: `First-year discount of ${percent} %`,
    fr: `Remise de ${percent} % la première année`,
  };
  return { amount: term + setupFee, discount: { percent, amount: price - term, reason } };
}
