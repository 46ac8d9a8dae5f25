import type { Plan, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { PlanTable } from "./plan-table.tsx";

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
      <PlanTable caption={line.name} plans={plans} currency={currency} language={language} />
    </section>
  );
}
