import * as z from "zod";
import { BILLING_CYCLES, type BillingCycle, monthsOf } from "../../../shared/billing-contract/billing-cycle.ts";
import type { CataloguePlan, CataloguePrice, FirstYearDiscount } from "../../../shared/billing-contract/catalogue.ts";
import { type MinorUnits, scaleHalfUp, toMajorUnits } from "../../../shared/platform/money.ts";
import type { LinkTo } from "../links.ts";

export const billingCycle = z.enum(BILLING_CYCLES);

const Price = z
  .object({
    billing_cycle: billingCycle,
    months: z.int().nullable().describe("Length of the cycle; null for `free` and `one_time`."),
    amount: z
      .number()
      .describe(
        "Price of one whole cycle, without taxes: what each further period costs, once a first-year discount is over.",
      ),
    monthly_equivalent: z
      .number()
      .nullable()
      .describe("The amount per month, rounded to the cent; null without months."),
    setup_fee: z.number().describe("Charged once, with the first payment."),
    first_year_amount: z
      .number()
      .nullable()
      .describe(
        "What the whole first year costs on this cycle with the first-year discount; null where it does not apply.",
      ),
  })
  .meta({ id: "Price" });

const Discount = z
  .object({
    percent: z.int().describe("Off the payments of the first year; from the second on each period costs `amount`."),
    billing_cycles: z.array(billingCycle).describe("The cycles it applies to."),
    ends_on: z.iso.date().nullable().describe("Last day it is given; null when open-ended."),
  })
  .meta({ id: "FirstYearDiscount" });

export const Plan = z
  .object({
    id: z.string().describe("Stable id, such as `web-start`."),
    line: z.string().describe("Id of its product line."),
    name: z.string(),
    description: z.string(),
    prices: z.array(Price).describe("One entry per billing cycle sold, shortest first."),
    first_year_discount: Discount.nullable(),
    features: z.array(z.string()).describe("The main features."),
    page_url: z.url().describe("The provider's page about the plan: its prices, features and specification table."),
    order_url: z.url().describe("The cart, with this plan in it."),
  })
  .meta({ id: "Plan" });

export const Specification = z
  .object({ group: z.string(), name: z.string(), value: z.string() })
  .meta({ id: "Specification" });

/** The published shape of a plan. `today` (YYYY-MM-DD) decides whether a discount still runs. */
export function toPlan(plan: CataloguePlan, today: string, linkTo: LinkTo): z.output<typeof Plan> {
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
    order_url: linkTo("plan_cart", { line: plan.line, plan: plan.id }),
  };
}

/**
 * The lowest regular price per month over all cycles, in major units, and the cycle that has it, the shortest where several
 * do; a plan without a recurring price counts with its amount.
 */
export function priceFrom(plan: CataloguePlan): { amount: number; cycle: BillingCycle } {
  const [lowest] = plan.prices
    .map((price) => ({ amount: monthlyEquivalent(price) ?? price.amount, cycle: price.billingCycle }))
    .sort((one, other) => one.amount - other.amount);
  if (!lowest) throw new Error(`plan ${plan.id} has no price`);
  return { amount: toMajorUnits(lowest.amount), cycle: lowest.cycle };
}

function toPrice(price: CataloguePrice, discount: FirstYearDiscount | null): z.output<typeof Price> {
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

/** Each payment of the first year is discounted and rounded by itself, as it is on its invoice. */
function firstYearAmount(price: CataloguePrice, discount: FirstYearDiscount | null): MinorUnits | null {
  const months = monthsOf(price.billingCycle);
  if (!discount?.billingCycles.includes(price.billingCycle) || months === null || months > 12) return null;
  return (12 / months) * scaleHalfUp(price.amount, 100 - discount.percent, 100);
}

function runningDiscount(plan: CataloguePlan, today: string): FirstYearDiscount | null {
  const discount = plan.firstYearDiscount;
  return discount && (discount.endsOn === null || discount.endsOn >= today) ? discount : null;
}
