import { type BillingCycle, monthsOf } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { addMonths, daysBetween } from "../../../../shared/platform/calendar.ts";
import { type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";

/** A paid term of a service: from its first day to the day after its last one. */
export interface PaidTerm {
  /** YYYY-MM-DD */
  startsOn: string;
  endsOn: string;
  amount: MinorUnits;
}

/** The cost or the credit of a plan change, see docs/billing-engine.md; one of the two is 0. */
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
 * The paid terms up to a service's due date that are not over, in order. Where the current one is not stored, one cycle at the
 * recurring price is assumed.
 * @param stored by their first day
 */
export function paidTerms(
  stored: PaidTerm[],
  service: Pick<CustomerService, "nextDueDate" | "billingCycle" | "recurringPrice">,
  today: string,
): PaidTerm[] {
  const { nextDueDate, billingCycle, recurringPrice } = service;
  const terms = stored.at(-1)?.endsOn === nextDueDate ? stored.filter(({ endsOn }) => endsOn > today) : [];
  const [first] = terms;
  if (first && first.startsOn <= today) return terms;
  const before = termBefore(first?.startsOn ?? nextDueDate, billingCycle, recurringPrice);
  return before ? [before, ...terms] : terms;
}

/**
 * The unused part of each paid term is `paid × unused days ÷ days of the term`, today included. The new price is due for the same
 * days where the billing cycle stays, and in full where another one begins today. Both amounts are rounded half up to the cent,
 * then subtracted.
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
