import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { firstPaymentOf } from "../../../../shared/ordering/plan-orders.ts";
import { addMonths, daysBetween } from "../../../../shared/platform/calendar.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";
import { type RowsOf, sql } from "../store/sql.ts";

/** A plan in one billing cycle, with its price in the account's currency. */
export interface SoldPlan {
  id: string;
  line: string;
  name: Text;
  cycle: BillingCycle;
  price: MinorUnits;
  setupFee: MinorUnits;
  /** The first-year discount; `null` if this cycle has none. */
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

/**
 * Returns the plan with its price; `null` if it is not sold with this cycle in the account's currency.
 * @param cycle the billing cycle; `null` for the plan's usual cycle
 */
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

/**
 * Returns the first payment: the set-up fee plus the first term, less the first-year discount. The discount applies
 * until its last day, and only to cycles of up to a year.
 */
export function firstPayment(plan: Pick<SoldPlan, "price" | "setupFee" | "cycle" | "discount">, today: string) {
  const { cycle, discount } = plan;
  const runs = discount && (discount.endsOn === null || discount.endsOn >= today) && (monthsOf(cycle) ?? 99) <= 12;
  return firstPaymentOf(plan, runs ? discount.percent : null);
}

/** A paid term of a service, from its first day to the day after its last day. */
export interface PaidTerm {
  /** The first day, as YYYY-MM-DD. */
  startsOn: string;
  endsOn: string;
  amount: MinorUnits;
}

/**
 * The amount due for a plan change, and the credit from it. At least one of them is 0. See
 * docs/build/billing-engine.md.
 */
export interface ChangeCost {
  dueNow: MinorUnits;
  credit: MinorUnits;
}

/** Returns the term before a due date, at the recurring price; `null` if the service does not recur. */
function termBefore(dueOn: string | null, cycle: BillingCycle, recurringPrice: MinorUnits): PaidTerm | null {
  const months = monthsOf(cycle);
  if (dueOn === null || months === null) return null;
  return { startsOn: addMonths(dueOn, -months), endsOn: dueOn, amount: recurringPrice };
}

/**
 * Returns the paid terms that have not ended, sorted by date, up to the service's due date. If the current term is not
 * stored, it is assumed to be one cycle at the recurring price.
 * @param stored the stored terms, sorted by their first day
 */
export function paidTerms(
  stored: PaidTerm[],
  service: Pick<CustomerService, "nextDueDate" | "billingCycle" | "recurringPrice">,
  today: string,
): PaidTerm[] {
  const { nextDueDate, billingCycle, recurringPrice } = service;
  const terms = stored.at(-1)?.endsOn === nextDueDate ? stored.filter(({ endsOn }) => endsOn > today) : [];
  const [first] = terms;
  if (first && first.startsOn <= today) return terms;
  const before = termBefore(first?.startsOn ?? nextDueDate, billingCycle, recurringPrice);
  return before ? [before, ...terms] : terms;
}

/**
 * Calculates the cost of a plan change. Each paid term is credited with `paid × unused days ÷ days of the term`. The
 * unused days include today. If the billing cycle stays the same, the new price is charged for the same days, or in
 * full if no term is paid. A different cycle starts today and is charged in full. The amounts of each term are rounded
 * half up to the cent before the totals are subtracted.
 */
export function changeCost(
  terms: PaidTerm[],
  now: { price: MinorUnits; sameCycle: boolean },
  today: string,
): ChangeCost {
  const unusedOf = (amount: (term: PaidTerm) => MinorUnits) =>
    terms.reduce((sum, term) => {
      const days = daysBetween(term.startsOn, term.endsOn);
      const unused = Math.min(Math.max(daysBetween(today, term.endsOn), 0), days);
      return sum + scaleHalfUp(amount(term), unused, days);
    }, 0);
  const credited = unusedOf((term) => term.amount);
  const charged = now.sameCycle && terms.length > 0 ? unusedOf(() => now.price) : now.price;
  return { dueNow: Math.max(charged - credited, 0), credit: Math.max(credited - charged, 0) };
}
