import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import { dateOf, daysFrom, monthsAfter } from "./calendar.ts";
import { shareOf } from "./money.ts";
import { MONTHS } from "./price-list.ts";

/** A paid term. `from` is its first day, and `to` is the day after its last day. */
export interface Term {
  from: string;
  to: string;
  paid: bigint;
}

/** The terms of one service, computed from its payments. */
export interface ServiceTerms {
  /** The day of the month on which the terms begin. */
  anchor: number;
  terms: Term[];
}

/** Returns the first term of a new plan or billing cycle. It begins on the day on which the order is completed. */
export function termsFrom(today: string, cycle: BillingCycle, paid: bigint): ServiceTerms {
  const anchor = dateOf(today);
  return { anchor, terms: [{ from: today, to: endOf(today, cycle, anchor), paid }] };
}

/** Returns the terms with another one at the end, regardless of when it was paid. */
export function renewed({ anchor, terms }: ServiceTerms, cycle: BillingCycle, paid: bigint): ServiceTerms {
  const from = dueOn({ anchor, terms });
  return { anchor, terms: [...terms, { from, to: endOf(from, cycle, anchor), paid }] };
}

/** Returns the terms with the new price for each term that has not ended. */
export function repriced({ anchor, terms }: ServiceTerms, today: string, price: bigint): ServiceTerms {
  return { anchor, terms: terms.map((term) => (term.to > today ? { ...term, paid: price } : term)) };
}

/** Returns the end of the last term. */
export function dueOn({ terms }: ServiceTerms): string {
  return terms.at(-1)?.to ?? "";
}

/** Returns the cost and the credit of a plan change. At least one of them is 0. */
export function changeCostOf(
  { terms }: ServiceTerms,
  change: { price: bigint; keepsCycle: boolean },
  today: string,
): { due: bigint; credit: bigint } {
  let [credited, charged] = [0n, 0n];
  for (const { from, to, paid } of terms.filter((term) => term.to > today)) {
    const days = daysFrom(from, to);
    const unused = Math.min(daysFrom(today, to), days);
    credited += shareOf(paid, unused, days);
    charged += shareOf(change.price, unused, days);
  }
  if (!change.keepsCycle) charged = change.price;
  return charged > credited ? { due: charged - credited, credit: 0n } : { due: 0n, credit: credited - charged };
}

function endOf(from: string, cycle: BillingCycle, anchor: number): string {
  return monthsAfter(from, MONTHS[cycle] ?? 0, anchor);
}
