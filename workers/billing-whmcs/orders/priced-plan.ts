import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { PlanOrderRequest } from "../../../shared/billing-contract/plan-orders.ts";
import type { WriteRefused } from "../../../shared/billing-contract/result.ts";
import { PLAN_NOT_OFFERED, planNotOffered } from "../../../shared/ordering/plan-orders.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { scaleHalfUp } from "../../../shared/platform/money.ts";
import { getProducts } from "../api/actions/get-products.ts";
import { getPromotions } from "../api/actions/provider.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { ADDON_PRODUCTS } from "../catalogue/addon-products.ts";
import { discountOf, pricesOf } from "../catalogue/refresh-prices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

type Query = Pick<ActorQuery, "accountId" | "requestId">;

/** A plan of the plan map. */
interface MappedPlanRow {
  id: string;
  line: string;
  productId: number;
  promotion: string | null;
  isProRata: 0 | 1;
  isRetired: 0 | 1;
  usualCycle: BillingCycle;
  nameEn: string;
  nameFr: string;
}

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

/** What is sold of a plan now, or why it is not. */
export type PlanOffer =
  | { kind: "sold"; plan: PricedPlan; isPromotionCurrent: boolean }
  | { kind: "refused"; problem: WriteRefused };

/** Reads a plan's price as it is now. @param promotion the customer's own code; null: the plan's */
export async function readPlan(
  context: WhmcsContext,
  { requestId }: Query,
  currency: string,
  { planId, billingCycle, promotion }: Pick<PlanOrderRequest, "planId" | "billingCycle" | "promotion">,
): Promise<ApiOutcome<PlanOffer>> {
  const { api, db } = context;
  const plans = await mappedPlans(db);
  const plan = plans.find(({ id }) => id === planId);
  const call = { accountId: null, requestId };
  const [products, promotions, included] = await Promise.all([
    api.list(getProducts, { pid: plan?.productId }, call),
    plan && (promotion ?? plan.promotion) !== null ? api.list(getPromotions, {}, call) : null,
    context.includedTax.percent(requestId),
  ]);
  if (products.kind !== "ok") return products;
  if (promotions && promotions.kind !== "ok") return promotions;
  if (included.kind !== "ok") return included;
  const net = (price: number) => scaleHalfUp(price, 100, 100 + included.body);
  const pricesIn = ({ productId }: MappedPlanRow) => {
    const product = products.body.find(({ id }) => id === productId);
    return product ? pricesOf(product, currency, net) : [];
  };
  const wanted = billingCycle ?? plan?.usualCycle;
  const price = plan && pricesIn(plan).find((one) => one.billingCycle === wanted);
  const isOut = products.body.some((one) => one.id === plan?.productId && one.stockcontrol && !one.quantity_available);
  if (!plan || !price) {
    const sold = plans.filter((one) => one.id === planId || products.body.length > 1).map(({ id }) => id);
    const cycles = plan ? pricesIn(plan).map((one) => one.billingCycle) : [];
    const known = plans.map(({ id }) => id);
    const offer = { currency, isKnown: plan !== undefined, cycles, plans: plan ? sold : known };
    return { kind: "ok", body: { kind: "refused", problem: planNotOffered(planId, offer) } };
  }
  if (plan.isProRata) return { kind: "ok", body: { kind: "refused", problem: PRO_RATA } };
  if (isOut || plan.isRetired) return { kind: "ok", body: { kind: "refused", problem: PLAN_NOT_OFFERED } };
  const code = promotion ?? plan.promotion;
  const today = dayIn(context.settings.timeZone, context.now());
  const row = promotions?.body.find((one) => code !== null && one.code.toLowerCase() === code.toLowerCase());
  const discount = row && discountOf(row, plan.productId, today);
  const applies = discount?.billingCycles.includes(price.billingCycle) === true;
  return {
    kind: "ok",
    body: {
      kind: "sold",
      isPromotionCurrent: applies,
      plan: {
        ...{ id: plan.id, line: plan.line, productId: plan.productId, cycle: price.billingCycle },
        ...{ price: price.amount, setupFee: price.setupFee, name: { en: plan.nameEn, fr: plan.nameFr } },
        promotion: row && discount && applies ? { code: row.code, percent: discount.percent } : null,
      },
    },
  };
}

/** What a plan costs by the price list, before taxes, sold now or not; null where it has no price for the billing cycle. */
export async function listPrice(
  { api, db, includedTax }: WhmcsContext,
  { requestId }: Query,
  currency: string,
  { planId, billingCycle }: { planId: string; billingCycle: BillingCycle },
): Promise<ApiOutcome<number | null>> {
  const plan = (await mappedPlans(db)).find(({ id }) => id === planId);
  if (!plan) return { kind: "ok", body: null };
  const [products, included] = await Promise.all([
    api.list(getProducts, { pid: plan.productId }, { accountId: null, requestId }),
    includedTax.percent(requestId),
  ]);
  if (products.kind !== "ok") return products;
  if (included.kind !== "ok") return included;
  const product = products.body.find(({ id }) => id === plan.productId);
  const net = (price: number) => scaleHalfUp(price, 100, 100 + included.body);
  const prices = product ? pricesOf(product, currency, net) : [];
  return { kind: "ok", body: prices.find((one) => one.billingCycle === billingCycle)?.amount ?? null };
}

const PRO_RATA = refusal(
  "not_offered",
  "The first payment of this plan is for the days until its billing day, and is told by the shop alone: order it there.",
  "Le premier paiement de ce forfait couvre les jours jusqu’à sa date de facturation, et seule la boutique l’indique : commandez-le là.",
);

async function mappedPlans(db: D1Database): Promise<MappedPlanRow[]> {
  const { results } = await db
    .prepare(
      `SELECT p.id, p.line_id AS line, p.usual_cycle AS usualCycle, m.product_id AS productId, m.promotion,
         max(m.pro_rata, coalesce(a.is_pro_rata, 0)) AS isProRata, coalesce(a.is_retired, 0) AS isRetired,
         en.name AS nameEn, fr.name AS nameFr
       FROM plans p JOIN plan_products m ON m.plan_id = p.id LEFT JOIN ${ADDON_PRODUCTS} a ON a.id = m.product_id
         JOIN plan_texts en ON en.plan_id = p.id AND en.language = 'en'
         JOIN plan_texts fr ON fr.plan_id = p.id AND fr.language = 'fr'
       ORDER BY p.position`,
    )
    .all<MappedPlanRow>();
  return results;
}

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
