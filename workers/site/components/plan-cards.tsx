import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { Plan, Price, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import { formatDate, formatMoney } from "../../../shared/pages/formats.ts";
import { typeset } from "../../../shared/pages/french-typography.ts";
import { samePage, type Visit } from "../../../shared/pages/visit.ts";
import type { SitePageRequest } from "../page-request.ts";
import { planTexts } from "../pages/plan-texts.ts";
import { cyclesOf, type PriceFormat, priceFor, type ShownOffer } from "../shown-prices.ts";

/** Returns the product line in the URL, or the first one; `undefined` if nothing is sold. */
export function lineOf({ url }: Visit, { lines, plans }: ShownOffer): ProductLine | undefined {
  const sold = lines.filter(({ id }) => plans.some(({ line }) => line === id));
  return sold.find(({ id }) => id === url.searchParams.get("line")) ?? sold[0];
}

/**
 * Returns the billing cycle in the URL. By default, returns `annually` if a plan is sold with it, and the shortest
 * cycle otherwise.
 */
export function cycleOf({ url }: Visit, plans: Plan[]): BillingCycle | undefined {
  const cycles = cyclesOf(plans);
  const usual = cycles.includes("annually") ? "annually" : cycles[0];
  return cycles.find((cycle) => cycle === url.searchParams.get("cycle")) ?? usual;
}

/** Renders links to the same page with another billing cycle, if there are several. */
export function CycleSwitch({ visit, plans }: { visit: Visit; plans: Plan[] }) {
  const texts = planTexts[visit.language];
  const cycles = cyclesOf(plans);
  const chosen = cycleOf(visit, plans);
  if (cycles.length < 2) return null;
  return (
    <nav class="switch" aria-label={texts.cycle}>
      {cycles.map((cycle) => (
        <a href={samePage(visit, { cycle })} aria-current={cycle === chosen ? "true" : undefined}>
          {texts.terms[cycle]}
        </a>
      ))}
    </nav>
  );
}

/**
 * Renders links to the same page with another product line. The id of a line is also its anchor, for links from the
 * catalogue.
 */
export function LineChoice({ visit, offer: { lines, plans }, chosen }: LineChoiceProps) {
  return (
    <nav class="chips line-choice" aria-label={planTexts[visit.language].lines}>
      {lines
        .filter(({ id }) => plans.some(({ line }) => line === id))
        .map(({ id, name }) => (
          <a
            class="chip"
            id={id}
            href={samePage(visit, { line: id })}
            aria-current={id === chosen.id ? "true" : undefined}
          >
            {name}
          </a>
        ))}
    </nav>
  );
}

interface LineChoiceProps {
  visit: Visit;
  offer: ShownOffer;
  chosen: ProductLine;
}

interface PlanCardsProps {
  request: SitePageRequest;
  offer: ShownOffer;
  line: ProductLine;
  currency: string;
  /** The heading level of each card. */
  heading: "h2" | "h3";
}

/** Renders the plans of a product line as cards with their recurring prices. */
export function PlanCards({ request, offer, line, currency, heading: Heading }: PlanCardsProps) {
  const { visit } = request;
  const texts = planTexts[visit.language];
  const plans = offer.plans.filter((plan) => plan.line === line.id);
  const cycle = cycleOf(visit, plans);
  const { featured } = request.context.shop;
  return (
    <div class="plans">
      {plans.map((plan) => (
        <article class={plan.id === featured?.plan ? "card plan featured" : "card plan"} aria-labelledby={plan.id}>
          <div>
            {plan.id === featured?.plan && <p class="chip brand-chip">{typeset(featured.why, visit.language)}</p>}
            <Heading id={plan.id}>
              <a href={plan.page_url}>{plan.name}</a>
            </Heading>
          </div>
          <p class="muted small">{plan.description}</p>
          <PlanPrice plan={plan} cycle={cycle} currency={currency} language={visit.language} />
          <a
            class={plan.id === featured?.plan ? "button primary whole" : "button whole"}
            href={orderLink(request, plan, cycle)}
          >
            {texts.orderNamed(plan.name)}
          </a>
          <ul class="stack tight marks small">
            {plan.features.map((feature) => (
              <li>{feature}</li>
            ))}
          </ul>
        </article>
      ))}
    </div>
  );
}

/** Returns the link that orders a plan. The embedded client area's cart opens with the billing cycle. */
export function orderLink({ addresses }: SitePageRequest, plan: Plan, cycle: BillingCycle | undefined): string {
  if (!cycle || !plan.order_url.startsWith(`${addresses.clientArea}/cart?`)) return plan.order_url;
  const url = new URL(plan.order_url);
  url.searchParams.set("cycle", cycle);
  return url.href;
}

type PlanPriceProps = PriceFormat & { plan: Plan; cycle: BillingCycle | undefined };

/**
 * Renders a plan's price per month, or per billing cycle if it has no monthly equivalent. Its payments and any set-up
 * fee are below.
 */
export function PlanPrice({ plan, cycle, currency, language }: PlanPriceProps) {
  const texts = planTexts[language];
  const price = priceFor(plan, cycle);
  const money = (amount: number) => formatMoney(amount, currency, language);
  const { amount, monthly_equivalent: month, setup_fee: setupFee } = price;
  return (
    <div class="price">
      <p>
        <strong>{money(month ?? amount)}</strong>{" "}
        <span class="muted small">{texts.every[month === null ? price.billing_cycle : "monthly"]}</span>
      </p>
      <p class="muted small">
        <PaidWhen plan={plan} price={price} currency={currency} language={language} />
      </p>
      {setupFee > 0 && <p class="muted small">{texts.setupFee(money(setupFee))}</p>}
    </div>
  );
}

type PaidWhenProps = PriceFormat & { plan: Plan; price: Price };

/** Renders a plan's payments: the discounted first year, if any, and the later ones. */
export function PaidWhen({ plan, price, currency, language }: PaidWhenProps) {
  const texts = planTexts[language];
  const money = (amount: number) => formatMoney(amount, currency, language);
  const { billing_cycle: cycle, amount, first_year_amount: firstYear } = price;
  const whole = `${money(amount)} ${texts.every[cycle]}`;
  if (firstYear === null) return <>{texts.paidAs(whole)}</>;
  const endsOn = plan.first_year_discount?.ends_on;
  return (
    <>
      <span class="off">{texts.firstYear(money(firstYear))}</span> {texts.thenAs(whole)}
      {endsOn && <> ({texts.until(formatDate(endsOn, language))})</>}
    </>
  );
}
