import type { Child } from "hono/jsx";
import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import type { PlanOrderQuote } from "../../../../shared/billing-contract/plan-orders.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { addMonths, addYears } from "../../../../shared/platform/calendar.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { firstPayment } from "../../engine/pricing/plan-prices.ts";
import type { AreaRequest } from "../area-request.ts";
import { TermChoice } from "../components/term-choice.tsx";
import { domainTexts } from "../pages/domains/domain-texts.ts";
import { serviceTexts } from "../pages/services/service-texts.ts";
import type { CartOrder } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import type { CheckoutItem } from "./checkout-page.tsx";

interface PlanItemProps {
  request: AreaRequest;
  plan: CataloguePlan;
  price: Pick<PlanOrderQuote, "billingCycle" | "setupFee" | "discount"> & {
    /** The first payment in minor units, including the set-up fee and the discount. */
    firstPayment: MinorUnits;
    /** The price of each later billing cycle, in minor units. */
    renewal: MinorUnits;
  };
  currency: string;
  /** The plan's site, shown below the choice of the billing cycle. */
  site: Child;
}

/** Returns the checkout item for a plan in one billing cycle, with the choice of other cycles. */
export function planItem({ request, plan, price, currency, site }: PlanItemProps): CheckoutItem {
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const { discount, setupFee, billingCycle, renewal } = price;
  const term = termOf(billingCycle, language);
  const months = monthsOf(billingCycle);
  const setUp = { label: texts.setupFee, amount: setupFee };
  return {
    title: plan.name,
    lines: [
      {
        label: texts.line(plan.name, term),
        amount: price.firstPayment - setupFee + (discount?.amount ?? 0),
      },
      ...(discount ? [{ label: texts.discount(discount.percent), amount: -discount.amount }] : []),
      ...(setupFee > 0 ? [setUp] : []),
    ],
    renewal:
      months === null ? null : { name: plan.name, amount: renewal, term, on: addMonths(request.today(), months) },
    choice: (
      <>
        <p class="muted">{plan.description}</p>
        <TermChoice
          visit={visit}
          label={texts.cycle}
          name="cycle"
          chosen={billingCycle}
          options={plan.prices.map((sold) => ({
            ...{ value: sold.billingCycle, label: termOf(sold.billingCycle, language) },
            price: <CyclePrice {...{ plan, sold, currency, language }} today={request.today()} />,
          }))}
        />
        {site}
      </>
    ),
    features: plan.features,
    chosenOn: `/plans/${encodeURIComponent(plan.id)}`,
  };
}

interface CyclePriceProps {
  plan: CataloguePlan;
  sold: CataloguePlan["prices"][number];
  currency: string;
  language: Language;
  today: string;
}

/** Renders the price per month of a billing cycle, and its first and later payments. */
function CyclePrice({
  plan,
  sold: { billingCycle: cycle, amount: price },
  currency,
  language,
  today,
}: CyclePriceProps) {
  const texts = cartTexts[language];
  const money = (amount: MinorUnits) => formatMoney(toMajorUnits(amount), currency, language);
  const months = monthsOf(cycle);
  const first = firstPayment({ price, setupFee: 0, cycle, discount: discountOf(plan, cycle) }, today);
  return (
    <>
      {months !== null && (
        <span>
          <strong>{money(Math.round(price / months))}</strong> <span class="small muted">{texts.aMonth}</span>
        </span>
      )}
      <span class="small muted">
        {first.discount ? texts.firstThen(money(first.amount), money(price)) : money(price)}
      </span>
      {first.discount && <span class="small off">{texts.off(first.discount.percent)}</span>}
    </>
  );
}

/** Returns the first-year discount of a plan in a billing cycle; `null` if there is none. */
export function discountOf({ firstYearDiscount: discount }: CataloguePlan, cycle: BillingCycle) {
  return discount?.billingCycles.includes(cycle) ? discount : null;
}

/** Returns a billing cycle as text, such as `1 month` or `2 years`. */
function termOf(cycle: BillingCycle, language: Language): string {
  const months = monthsOf(cycle);
  if (months === null) return serviceTexts[language].cycles[cycle];
  return months % 12 === 0 ? domainTexts[language].years(months / 12) : cartTexts[language].months(months);
}

interface DomainItemProps {
  request: AreaRequest;
  order: CartOrder;
  price: {
    /** The price for the chosen term. This and `renewal` are in minor units. */
    amount: MinorUnits;
    renewal: MinorUnits;
    renewalYears: number;
  };
  currency: string;
  /** Form fields and notes, shown below the choice of the term. */
  children: Child;
}

/** Returns the checkout item for a registration, with the choice of other terms, or for a transfer. */
export function domainItem({ request, order, price, currency, children }: DomainItemProps): CheckoutItem {
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const { years: yearsOf } = domainTexts[language];
  const { type, years, yearsSold, shown } = order;
  const { amount, renewal, renewalYears } = price;
  const isNew = type === "register";
  const money = (sold: number) =>
    formatMoney(toMajorUnits(amount + (sold - years) * (renewal / renewalYears)), currency, language);
  return {
    title: isNew ? shown : texts.transferOf(shown),
    lines: [{ label: isNew ? texts.line(shown, yearsOf(years)) : texts.transferOf(shown), amount }],
    renewal: {
      ...{ name: shown, amount: renewal, term: yearsOf(renewalYears) },
      on: isNew ? addYears(request.today(), years) : null,
    },
    choice: (
      <>
        {isNew && (
          <TermChoice
            visit={visit}
            label={texts.years}
            name="years"
            chosen={String(years)}
            options={yearsSold.map((sold) => ({
              ...{ value: String(sold), label: yearsOf(sold) },
              price: <span class="small muted">{money(sold)}</span>,
            }))}
          />
        )}
        {children}
      </>
    ),
    features: [],
    chosenOn: `/?${new URLSearchParams({ domain: shown })}`,
  };
}
