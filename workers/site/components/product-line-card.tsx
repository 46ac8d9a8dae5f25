import type { Plan, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../../shared/pages/formats.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { type PlanTexts, planTexts } from "../pages/plan-texts.ts";
import { priceFrom } from "../shown-prices.ts";
import { DiscountChip } from "./plan-prices.tsx";

interface ProductLineCardProps {
  line: ProductLine;
  plans: Plan[];
  currency: string;
  language: Language;
}

/** A product line with its plans; its anchors are the targets of the catalogue's `page_url` links. */
export function ProductLineCard({ line, plans, currency, language }: ProductLineCardProps) {
  return (
    <section class="card stack" id={line.id} aria-labelledby={`${line.id}-name`}>
      <div class="stack tight">
        <h3 id={`${line.id}-name`}>{line.name}</h3>
        <p class="muted">{line.description}</p>
      </div>
      <ul class="rows">
        {plans.map((plan) => (
          <PlanRow plan={plan} currency={currency} language={language} texts={planTexts[language]} />
        ))}
      </ul>
    </section>
  );
}

interface PlanRowProps {
  plan: Plan;
  currency: string;
  language: Language;
  texts: PlanTexts;
}

function PlanRow({ plan, currency, language, texts }: PlanRowProps) {
  const price = priceFrom(plan);
  return (
    <li class="plan" id={plan.id}>
      <div class="stack tight">
        <h4>
          <a href={plan.page_url}>{plan.name}</a>
        </h4>
        <p class="muted">{plan.description}</p>
        <DiscountChip discount={plan.first_year_discount} language={language} />
      </div>
      <p class="price">
        <span class="muted small">{texts.from} </span>
        <span class="strong">{formatMoney(price.amount, currency, language)}</span>
        {price.monthly && <span class="muted small"> {texts.perMonth}</span>}
        <span class="muted small paid">{texts.paid(texts.cycles[price.cycle])}</span>
      </p>
      <a class="button" href={plan.order_url}>
        {texts.order}
        <span class="only-heard"> {plan.name}</span>
      </a>
    </li>
  );
}
