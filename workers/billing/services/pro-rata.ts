import { type BillingCycle, monthsOf } from "../../../shared/billing-cycle.ts";
import { type MinorUnits, scaleHalfUp } from "../../../shared/money.ts";
import { addMonths, daysBetween } from "../time/days.ts";

/** The term of a service that was paid: from its first day to the day after its last one. */
export interface PaidTerm {
  /** YYYY-MM-DD */
  startsOn: string;
  endsOn: string;
  amount: MinorUnits;
}

/** What a change costs and gives; see docs/billing-engine.md. One of the two is 0. */
export interface ChangeCost {
  dueNow: MinorUnits;
  credit: MinorUnits;
}

/** The term before a due date, at the recurring price; null where nothing recurs. */
export function termBefore(dueOn: string | null, cycle: BillingCycle, recurringPrice: MinorUnits): PaidTerm | null {
  const months = monthsOf(cycle);
  if (dueOn === null || months === null) return null;
  return { startsOn: addMonths(dueOn, -months), endsOn: dueOn, amount: recurringPrice };
}

/**
 * Days count from today to the term's end, today among them. Unused: `paid × unused ÷ days of the term`. The new price is
 * due for the same days where the billing cycle stays, and whole where another begins today. Each amount is rounded half
 * up to the cent before one is taken from the other.
 */
export function changeCost(
  term: PaidTerm | null,
  now: { price: MinorUnits; sameCycle: boolean },
  today: string,
): ChangeCost {
  const days = term ? daysBetween(term.startsOn, term.endsOn) : 0;
  const unused = term ? Math.min(Math.max(daysBetween(today, term.endsOn), 0), days) : 0;
  const credited = term && days > 0 ? scaleHalfUp(term.amount, unused, days) : 0;
  const charged = now.sameCycle && days > 0 ? scaleHalfUp(now.price, unused, days) : now.price;
  return { dueNow: Math.max(charged - credited, 0), credit: Math.max(credited - charged, 0) };
}
