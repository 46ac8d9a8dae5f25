import { CURRENCIES, type Currency } from "../platform/money.ts";
import { samePage, type Visit } from "./visit.ts";

export function CurrencyChoice({ visit, current, label }: { visit: Visit; current: Currency; label: string }) {
  return (
    <nav class="chips" aria-label={label}>
      {CURRENCIES.map((currency) => (
        <a class="chip" href={samePage(visit, { currency })} aria-current={currency === current ? "true" : undefined}>
          {currency}
        </a>
      ))}
    </nav>
  );
}
