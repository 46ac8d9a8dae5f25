import type { Plan, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { planTexts } from "../pages/plan-texts.ts";
import { PlanRow } from "./plan-row.tsx";

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
