import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { toMajorUnits } from "../../../../shared/platform/money.ts";
import { firstPayment } from "../../engine/pricing/plan-prices.ts";
import { cartTexts } from "./cart-texts.ts";
import { planOrderOf } from "./plan-cart.tsx";
import { PlanSummary } from "./summaries.tsx";
import { SignInToOrder, showVisitor, type VisitorCart, VisitorCurrency, visitorNothing } from "./visitor-page.tsx";
import { visitorTexts } from "./visitor-texts.ts";

/** The cart with a plan, in the price list of the link. */
export function visitorPlan(cart: VisitorCart): Promise<Response> {
  const { request, currency, catalogue } = cart;
  const { visit } = request;
  const texts = cartTexts[visit.language];
  const plan = catalogue.plans.find(({ id }) => id === visit.url.searchParams.get("plan"));
  if (!plan) return visitorNothing(cart, texts.badPlan);
  const cycle = planOrderOf(visit, plan)?.billingCycle;
  const price = cycle && paymentsOf(plan, cycle, request.today());
  if (!price) return visitorNothing(cart, texts.badCycle);
  const domain = visit.url.searchParams.get("domain");
  const site = domain?.trim() ? parseDomainName(domain.trim()) : null;
  const content = (
    <>
      <PlanSummary
        visit={visit}
        plan={plan}
        price={price}
        moneyOf={(amount) => formatMoney(toMajorUnits(amount), currency, visit.language)}
        kept={{ currency, ...(domain !== null && { domain }) }}
        site={
          site && ("refused" in site ? typeset(site.refused, visit.language) : <bdi translate="no">{site.unicode}</bdi>)
        }
      >
        <VisitorCurrency cart={cart} />
      </PlanSummary>
      <section class="card stack" aria-labelledby="features">
        <h2 id="features">{visitorTexts[visit.language].features}</h2>
        <ul class="stack tight marks">
          {plan.features.map((feature) => (
            <li>{feature}</li>
          ))}
        </ul>
      </section>
      <SignInToOrder cart={cart} />
    </>
  );
  return showVisitor(cart, plan.name, content);
}

/** First and recurring payment, as in a quote; null if the plan is not sold with the cycle. */
function paymentsOf({ prices, firstYearDiscount }: CataloguePlan, billingCycle: BillingCycle, today: string) {
  const price = prices.find((sold) => sold.billingCycle === billingCycle);
  if (!price) return null;
  const { amount: renewal, setupFee } = price;
  const discount = firstYearDiscount?.billingCycles.includes(billingCycle) ? firstYearDiscount : null;
  const first = firstPayment({ price: renewal, setupFee, cycle: billingCycle, discount }, today);
  return { billingCycle, setupFee, renewal, discount: first.discount, firstPayment: first.amount };
}
