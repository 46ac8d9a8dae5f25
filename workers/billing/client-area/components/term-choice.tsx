import type { Child } from "hono/jsx";
import { SHOWN_TERMS } from "../../../../shared/domain-names/registration-terms.ts";
import { samePage, type Visit } from "../../../../shared/pages/visit.ts";
import { domainTexts } from "../pages/domains/domain-texts.ts";

interface TermChoiceProps {
  visit: Visit;
  label: string;
  /** The query parameter that selects the term. */
  name: "cycle" | "years";
  options: { value: string; label: string; price: Child }[];
  chosen: string;
}

/** The number of terms above which unusual terms are folded. */
const MAX_SHOWN = 5;

/**
 * Renders cards that link to this page with another term and its price. If there are many yearly terms, the unusual
 * ones are folded. Renders nothing for a single term.
 */
export function TermChoice({ visit, label, name, options, chosen }: TermChoiceProps) {
  if (options.length < 2) return null;
  const card = ({ value, label: term, price }: TermChoiceProps["options"][number]) => (
    <a href={samePage(visit, { [name]: value })} aria-current={value === chosen ? "true" : undefined}>
      <strong>{term}</strong> {price}
    </a>
  );
  const folded =
    name === "years" && options.length > MAX_SHOWN
      ? options.filter(({ value }) => value !== chosen && !SHOWN_TERMS.includes(Number(value)))
      : [];
  return (
    <nav class="years terms" id={name} aria-label={label}>
      {options.filter((option) => !folded.includes(option)).map(card)}
      {folded.length > 0 && (
        <details>
          <summary>{domainTexts[visit.language].moreYears}</summary>
          <div class="years terms">{folded.map(card)}</div>
        </details>
      )}
    </nav>
  );
}
