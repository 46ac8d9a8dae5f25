import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";
import { addMonths, daysBetween } from "../clock/days.ts";

/** A term of a service that was paid: from its first day to the day after its last one. */
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
function termBefore(dueOn: string | null, cycle: BillingCycle, recurringPrice: MinorUnits): PaidTerm | null {
  const months = monthsOf(cycle);
  if (dueOn === null || months === null) return null;
  return { startsOn: addMonths(dueOn, -months), endsOn: dueOn, amount: recurringPrice };
}

/**
 * The terms that are paid up to a service's due date, the first one that is not over foremost. Of those that are not stored,
 * the one that the first or the due date follows is taken as one cycle at the recurring price.
 * @param stored by their first day
 */
export function paidTerms(
  stored: PaidTerm[],
  {
    nextDueDate,
    billingCycle,
    recurringPrice,
  }: Pick<CustomerService, "nextDueDate" | "billingCycle" | "recurringPrice">,
  today: string,
): PaidTerm[] {
  const terms = stored.at(-1)?.endsOn === nextDueDate ? stored.filter(({ endsOn }) => endsOn > today) : [];
  const [first] = terms;
  if (first && first.startsOn <= today) return terms;
  const before = termBefore(first?.startsOn ?? nextDueDate, billingCycle, recurringPrice);
  return before ? [before, ...terms] : terms;
}

/**
 * Days count from today to the end of each term, today among them. Unused: `paid × unused ÷ days of the term`. The new price
 * is due for the same days where the billing cycle stays, and whole where another begins today. Each amount is rounded half
 * up to the cent before one is taken from the other.
 */
export function changeCost(
  terms: PaidTerm[],
  now: { price: MinorUnits; sameCycle: boolean },
  today: string,
): ChangeCost {
  const unusedOf = (amount: (term: PaidTerm) => MinorUnits) =>
    terms.reduce((sum, term) => {
      const days = daysBetween(term.startsOn, term.endsOn);
      const unused = Math.min(Math.max(daysBetween(today, term.endsOn), 0), days);
      return sum + scaleHalfUp(amount(term), unused, days);
    }, 0);
  const credited = unusedOf((term) => term.amount);
  const charged = now.sameCycle && terms.length > 0 ? unusedOf(() => now.price) : now.price;
  return { dueNow: Math.max(charged - credited, 0), credit: Math.max(credited - charged, 0) };
}
