import type { BillingClock, Moment } from "../clock/billing-clock.ts";
import { CHARGES_CARD } from "../store/account-store.ts";
import { part, raw, type SqlPart } from "../store/sql.ts";
import { LEAST_CHARGE } from "./least-charge.ts";

/** Attempts of a day are made from nine o'clock, by the first run after it. */
const FROM_MS = 9 * 3_600_000;
/** Between the attempts of an invoice, the second of which is on its due date. */
const ATTEMPT_DAYS = 3;
/** After the due date; later a service is suspended, and an order lapses. */
const LAST_DAYS = 6;

/** Whether the attempts of a day are made: from nine o'clock until midnight. */
export function hasAttemptsBegun(clock: BillingClock, { at, today }: Moment): boolean {
  return clock.dayOf(at - FROM_MS) === today;
}

/** Of an invoice `i`: what is left to pay. */
export const BALANCE = `(i.total - i.credit_applied
  - (SELECT coalesce(sum(amount), 0) FROM invoice_payments WHERE invoice_id = i.id))`;

/** Of an invoice `i`: it waits to be paid, and the days of its attempts have begun and are not over. */
export function isWithinAttempts(day: string): SqlPart {
  return part`(i.status = 'unpaid'
    AND i.due_on BETWEEN date(${day}, ${`-${LAST_DAYS} days`}) AND date(${day}, ${`+${ATTEMPT_DAYS} days`}))`;
}

/** Of an invoice `i`: the number of an attempt on a day. */
export function attemptOn(day: string): SqlPart {
  return part`(1 + (i.due_on <= ${day}) + (date(i.due_on, ${`+${ATTEMPT_DAYS} days`}) <= ${day}))`;
}

/** Of a domain and an invoice `i`: it leaves or has left, or its owner has switched auto-renewal off. */
const IS_NOT_RENEWED = `(auto_renew = 0 OR missing_since IS NOT NULL OR status NOT IN ('active', 'grace')
  OR EXISTS (SELECT 1 FROM actions t WHERE t.account_id = domains.account_id AND t.operation = 'transferDomainOut'
    AND t.state IN ('under_way', 'done') AND json_extract(t.answer, '$.domain') = domains.name
    AND t.begun_at >= date(i.issued_on, '-30 days')))`;

/**
 * Of an invoice `i`, its order `o` and its account `a`: the day of the next attempt to pay it with credit and the saved card, this day or
 * later; null: none. What is charged and what any text promises is this alone. An attempt is made the day after the invoice was issued
 * at the earliest, so that its owner has the mail before.
 * @param day today
 */
export function nextAttempt(day: string): SqlPart {
  return part`(SELECT day FROM (SELECT made, max(${day}, date(i.issued_on, '+1 day'),
      date(i.due_on, (${ATTEMPT_DAYS} * (made - 1)) || ' days')) AS day
    FROM (SELECT coalesce(max(attempt), 0) AS made FROM charges WHERE invoice_id = i.id))
    WHERE made < 3 AND day <= date(i.due_on, ${`+${LAST_DAYS} days`})
      AND o.automatic = 1 AND o.status = 'open' AND i.status = 'unpaid' AND ${raw(CHARGES_CARD)}
      AND (${raw(BALANCE)} >= ${LEAST_CHARGE} OR ${raw(BALANCE)} <= a.credit)
      AND NOT EXISTS (SELECT 1 FROM domains WHERE id = o.domain_id AND ${raw(IS_NOT_RENEWED)}))`;
}
