import type { Currency } from "../platform/money.ts";
import { samePage, type Visit } from "./visit.ts";

interface CurrencyChoiceProps {
  visit: Visit;
  /** The currencies that have a price list. */
  offered: readonly Currency[];
  current: Currency;
  label: string;
}

/** Links to the same page in each currency. Shows nothing if there is only one currency. */
export function CurrencyChoice({ visit, offered, current, label }: CurrencyChoiceProps) {
  if (offered.length < 2) return null;
  return (
    <nav class="chips" aria-label={label}>
      {offered.map((currency) => (
        <a class="chip" href={samePage(visit, { currency })} aria-current={currency === current ? "true" : undefined}>
          {currency}
        </a>
      ))}
    </nav>
  );
}
