import type { Child } from "hono/jsx";
import { samePage, type Visit } from "../../../../shared/pages/visit.ts";

interface TermChoiceProps {
  visit: Visit;
  label: string;
  /** Parameter of the address. */
  name: "cycle" | "years";
  options: { value: string; label: string; price: Child }[];
  chosen: string;
}

/** Cards that link to the same page with another term, each with its price; nothing where there is one. */
export function TermChoice({ visit, label, name, options, chosen }: TermChoiceProps) {
  if (options.length < 2) return null;
  return (
    <nav class="years terms" id={name} aria-label={label}>
      {options.map(({ value, label: term, price }) => (
        <a href={samePage(visit, { [name]: value })} aria-current={value === chosen ? "true" : undefined}>
          <strong>{term}</strong> {price}
        </a>
      ))}
    </nav>
  );
}
