import { type BillingCycle, monthsOf } from "../../../shared/billing-contract/billing-cycle.ts";
import type {
  Catalogue,
  CatalogueDiscount,
  CataloguePlan,
  CataloguePrice,
  CatalogueProductLine,
} from "../../../shared/billing-contract/catalogue.ts";
import type { Plan, Price, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import { type MinorUnits, scaleHalfUp, toMajorUnits } from "../../../shared/platform/money.ts";
import type { LinkTo } from "../catalogue-data/links.ts";

/**
 * Returns a plan as it is published.
 * @param today current date as YYYY-MM-DD, which determines whether a discount still applies
 */
export function toPlan(plan: CataloguePlan, today: string, linkTo: LinkTo): Plan {
  const discount = runningDiscount(plan, today);
  return {
    id: plan.id,
    line: plan.line,
    name: plan.name,
    description: plan.description,
    prices: plan.prices.map((price) => toPrice(price, discount)),
    first_year_discount: discount && {
      percent: discount.percent,
      billing_cycles: discount.billingCycles,
      ends_on: discount.endsOn,
    },
    features: plan.features,
    page_url: linkTo("plan_page", { line: plan.line, plan: plan.id }),
    order_url: planCart(plan, linkTo),
  };
}

/**
 * Returns the lowest regular price per month over all billing cycles, in major units, with the shortest cycle that has
 * it. A price that does not recur is compared by its whole amount.
 */
export function priceFrom(plan: CataloguePlan): { amount: number; cycle: BillingCycle } {
  const [lowest] = plan.prices
    .map((price) => ({ amount: monthlyEquivalent(price) ?? price.amount, cycle: price.billingCycle }))
    .sort((one, other) => one.amount - other.amount);
  if (!lowest) throw new Error(`plan ${plan.id} has no price`);
  return { amount: toMajorUnits(lowest.amount), cycle: lowest.cycle };
}

function toPrice(price: CataloguePrice, discount: CatalogueDiscount | null): Price {
  const monthly = monthlyEquivalent(price);
  const firstYear = firstYearAmount(price, discount);
  return {
    billing_cycle: price.billingCycle,
    months: monthsOf(price.billingCycle),
    amount: toMajorUnits(price.amount),
    monthly_equivalent: monthly === null ? null : toMajorUnits(monthly),
    setup_fee: toMajorUnits(price.setupFee),
    first_year_amount: firstYear === null ? null : toMajorUnits(firstYear),
  };
}

function monthlyEquivalent(price: CataloguePrice): MinorUnits | null {
  const months = monthsOf(price.billingCycle);
  return months === null ? null : scaleHalfUp(price.amount, 1, months);
}

/**
 * Returns the discounted price of the first year; `null` without a discount, or if the price is for more than a year or
 * does not recur. Each payment is discounted and rounded separately, like its invoice.
 */
function firstYearAmount(price: CataloguePrice, discount: CatalogueDiscount | null): MinorUnits | null {
  const months = monthsOf(price.billingCycle);
  if (!discount?.billingCycles.includes(price.billingCycle) || months === null || months > 12) return null;
  return (12 / months) * scaleHalfUp(price.amount, 100 - discount.percent, 100);
}

function runningDiscount(plan: CataloguePlan, today: string): CatalogueDiscount | null {
  const discount = plan.firstYearDiscount;
  return discount && (discount.endsOn === null || discount.endsOn >= today) ? discount : null;
}

/** Returns the order link of a plan, with the code of its promotion. */
export function planCart({ line, id, product = id, promotion }: CataloguePlan, linkTo: LinkTo): string {
  return linkTo("plan_cart", { line, plan: id, product, promotion });
}

export function toProductLine(line: CatalogueProductLine, catalogue: Catalogue, linkTo: LinkTo): ProductLine {
  return {
    id: line.id,
    name: line.name,
    description: line.description,
    page_url: linkTo("line_page", { line: line.id }),
    plans: catalogue.plans.filter((plan) => plan.line === line.id).map((plan) => plan.id),
  };
}
