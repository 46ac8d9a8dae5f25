import type { Plan } from "../../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../../shared/pages/formats.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { PlanTexts } from "../pages/plan-texts.ts";
import { priceFrom } from "../shown-prices.ts";
import { DiscountChip } from "./discount-chip.tsx";

interface PlanRowProps {
  plan: Plan;
  currency: string;
  language: Language;
  texts: PlanTexts;
}

/** One plan of a product line: description, lowest price, order link. */
export function PlanRow({ plan, currency, language, texts }: PlanRowProps) {
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
