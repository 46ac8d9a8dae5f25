import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";
import { type RowsOf, sql } from "../store/sql.ts";

/** A plan with one billing cycle, at the price in the account's currency. */
export interface SoldPlan {
  id: string;
  line: string;
  name: Text;
  cycle: BillingCycle;
  price: MinorUnits;
  setupFee: MinorUnits;
  /** Of the first year; null where this cycle has none. */
  discount: { percent: number; endsOn: string | null } | null;
}

interface PricedPlanRow {
  id: string;
  line: string;
  usual_cycle: BillingCycle;
  name_en: string;
  name_fr: string;
}

interface PlanPriceRow {
  billing_cycle: BillingCycle;
  amount: MinorUnits;
  setup_fee: MinorUnits;
  percent: number | null;
  ends_on: string | null;
}

export function soldPlanReads(db: D1Database, accountId: number, planId: string) {
  const plan = sql(
    db,
  )<PricedPlanRow>`SELECT p.id, p.line_id AS line, p.usual_cycle, en.name AS name_en, fr.name AS name_fr
    FROM plans p
    JOIN plan_texts en ON en.plan_id = p.id AND en.language = 'en'
    JOIN plan_texts fr ON fr.plan_id = p.id AND fr.language = 'fr'
    WHERE p.id = ${planId}`;
  const prices = sql(db)<PlanPriceRow>`SELECT p.billing_cycle, p.amount, p.setup_fee, d.percent, d.ends_on
    FROM plan_prices p
    LEFT JOIN plan_discount_cycles c ON c.plan_id = p.plan_id AND c.billing_cycle = p.billing_cycle
    LEFT JOIN plan_discounts d ON d.plan_id = c.plan_id
    WHERE p.plan_id = ${planId} AND p.currency = (SELECT currency FROM accounts WHERE id = ${accountId})`;
  return { plan, prices };
}

/** Null where the plan is not sold with this cycle in the account's currency. @param cycle null: the plan's usual one */
export function soldPlan(
  { plan: [plan], prices }: RowsOf<ReturnType<typeof soldPlanReads>>,
  cycle: BillingCycle | null,
): SoldPlan | null {
  const wanted = cycle ?? plan?.usual_cycle;
  const price = prices.find((row) => row.billing_cycle === wanted);
  if (!plan || !price) return null;
  return {
    id: plan.id,
    line: plan.line,
    name: { en: plan.name_en, fr: plan.name_fr },
    cycle: price.billing_cycle,
    price: price.amount,
    setupFee: price.setup_fee,
    discount: price.percent === null ? null : { percent: price.percent, endsOn: price.ends_on },
  };
}

/** The first payment: set-up fee included, less the first-year discount, which cycles longer than a year do not get. */
export function firstPayment(plan: Pick<SoldPlan, "price" | "setupFee" | "cycle" | "discount">, today: string) {
  const { price, setupFee, cycle, discount } = plan;
  const runs = discount && (discount.endsOn === null || discount.endsOn >= today) && (monthsOf(cycle) ?? 99) <= 12;
  const term = runs ? scaleHalfUp(price, 100 - discount.percent, 100) : price;
  return {
    amount: term + setupFee,
    discount: runs
      ? {
          percent: discount.percent,
          amount: price - term,
          reason: {
            en: `First-year discount of ${discount.percent} %`,
            fr: `Remise de ${discount.percent} % la première année`,
          },
        }
      : null,
  };
}
