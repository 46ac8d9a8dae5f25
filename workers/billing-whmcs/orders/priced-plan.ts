import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { CatalogueDiscount } from "../../../shared/billing-contract/catalogue.ts";
import type { PlanOrderRequest } from "../../../shared/billing-contract/plan-orders.ts";
import { firstPaymentOf, PLAN_NOT_OFFERED, planNotOffered } from "../../../shared/ordering/plan-orders.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { getPromotions } from "../answers/provider.ts";
import { type MappedPlan, readPlanMap } from "../catalogue/plan-map.ts";
import { discountOf } from "../catalogue/prices.ts";
import { currentPrices } from "../catalogue/refresh-prices.ts";
import { Refused } from "../results.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";

/** A plan in one billing cycle, with the prices of a new order. */
export interface PricedPlan extends Omit<MappedPlan, "promotion"> {
  cycle: BillingCycle;
  /** The recurring price before taxes, in minor units of the account's currency. */
  price: number;
  setupFee: number;
  /** The promotion code that an order sends, and its first-year discount; `null` if no promotion applies. */
  promotion: { code: string; percent: number } | null;
}

/**
 * Returns a plan with its current price.
 * @param order `promotion` is the customer's promotion code; `null` for the plan's own
 * @throws {Refused} if the plan is not sold
 */
export async function readPlan(
  context: WhmcsContext,
  currency: string,
  { planId, billingCycle, promotion }: Pick<PlanOrderRequest, "planId" | "billingCycle" | "promotion">,
): Promise<PricedPlan> {
  const plans = await readPlanMap(context.db);
  const { products } = await currentPrices(context, currency);
  const plan = plans.find((one) => one.planId === planId);
  const product = plan && products[plan.productId];
  const prices = product?.prices ?? [];
  const wanted = billingCycle ?? plan?.usualCycle;
  const price = prices.find((one) => one.billingCycle === wanted);
  if (!plan || !product || !price) {
    const cycles = prices.map((one) => one.billingCycle);
    const sold = plans.filter((one) => products[one.productId]?.prices.length).map((one) => one.planId);
    throw new Refused(planNotOffered(planId, { currency, isKnown: plan !== undefined, cycles, plans: sold }));
  }
  if (product.prorata) throw new Refused(PRO_RATA);
  if (product.isOut || product.retired) throw new Refused(PLAN_NOT_OFFERED);
  const isOwn = promotion === null || promotion.toLowerCase() === plan.promotion?.toLowerCase();
  const [code, discount] = isOwn ? [plan.promotion, product.discount] : await readDiscount(context, plan, promotion);
  const applies = discount?.billingCycles.includes(price.billingCycle) === true;
  return {
    ...plan,
    ...{ cycle: price.billingCycle, price: price.amount, setupFee: price.setupFee },
    promotion: code !== null && applies ? { code, percent: discount.percent } : null,
  };
}

/**
 * Looks up a customer's promotion code in WHMCS, and its discount on a plan. Both are `null` if WHMCS has no such code.
 */
async function readDiscount(
  context: WhmcsContext,
  { productId }: MappedPlan,
  asked: string,
): Promise<[code: string | null, CatalogueDiscount | null]> {
  const promotions = await context.api.list(getPromotions, {}, { accountId: null });
  const row = promotions.find(({ code }) => code.toLowerCase() === asked.toLowerCase());
  return row ? [row.code, discountOf(row, productId, todayOf(context))] : [null, null];
}

const PRO_RATA = refusal(
  "not_offered",
  "The first payment of this plan covers the days until its billing day. Only the shop shows its amount: order it there.",
  "Le premier paiement de ce forfait couvre les jours jusqu’à sa date de facturation, et seule la boutique l’indique : commandez-le là.",
);

/** Returns the amount of the first payment and the promotion's discount on it. */
export function firstPayment(plan: PricedPlan) {
  return firstPaymentOf(plan, plan.promotion?.percent ?? null);
}
