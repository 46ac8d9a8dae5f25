import type { Language } from "../../../shared/language.ts";
import { formatDate, formatMoney } from "../../../shared/pages/formats.ts";
import type { Plan } from "../catalogue-answers.ts";
import type { HomeTexts } from "../pages/home-texts.ts";
import { priceFrom } from "../shop-window.ts";

interface PlanRowProps {
  plan: Plan;
  currency: string;
  language: Language;
  texts: HomeTexts;
}

/** One plan of a product line: what it is, from how much, where to order it. */
export function PlanRow({ plan, currency, language, texts }: PlanRowProps) {
  const price = priceFrom(plan);
  return (
    <li class="plan" id={plan.id}>
      <div class="stack tight">
        <h4>{plan.name}</h4>
        <p class="muted">{plan.description}</p>
        {plan.first_year_discount && (
          <p class="chips">
            <span class="chip">{discountText(plan.first_year_discount, language, texts)}</span>
          </p>
        )}
      </div>
      <p class="price">
        <span class="muted small">{texts.from} </span>
        <span class="strong">{formatMoney(price.amount, currency, language)}</span>
        {price.monthly && <span class="muted small"> {texts.perMonth}</span>}
      </p>
      <a class="button" href={plan.order_url}>
        {texts.order}
        <span class="only-heard"> {plan.name}</span>
      </a>
    </li>
  );
}

function discountText(
  discount: NonNullable<Plan["first_year_discount"]>,
  language: Language,
  texts: HomeTexts,
): string {
  const cycles = new Intl.ListFormat(language, { type: "disjunction" }).format(
    discount.billing_cycles.map((cycle) => texts.cycles[cycle]),
  );
  const offer = texts.discount(discount.percent, cycles);
  return discount.ends_on ? `${offer} · ${texts.until(formatDate(discount.ends_on, language))}` : offer;
}
