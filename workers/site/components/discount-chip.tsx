import type { FirstYearDiscount } from "../../../shared/catalogue-contract/answers.ts";
import { formatDate } from "../../../shared/pages/formats.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { planTexts } from "../pages/plan-texts.ts";

/** A plan's first-year discount with its billing cycles; nothing without one. */
export function DiscountChip({ discount, language }: { discount: FirstYearDiscount | null; language: Language }) {
  if (!discount) return null;
  return (
    <p class="chips">
      <span class="chip">{discountText(discount, language)}</span>
    </p>
  );
}

function discountText({ percent, billing_cycles, ends_on }: FirstYearDiscount, language: Language): string {
  const texts = planTexts[language];
  const cycles = new Intl.ListFormat(language, { type: "disjunction" }).format(
    billing_cycles.map((cycle) => texts.cycles[cycle]),
  );
  const offer = texts.discount(percent, cycles);
  return ends_on ? `${offer} · ${texts.until(formatDate(ends_on, language))}` : offer;
}
