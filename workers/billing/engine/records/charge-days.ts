import type { BillingClock, Moment } from "../clock/billing-clock.ts";
import { CHARGES_CARD } from "../store/account-store.ts";
import { part, raw, type SqlPart } from "../store/sql.ts";
import { LEAST_CHARGE } from "./least-charge.ts";

/** The time after midnight from which scheduled runs charge cards, in milliseconds. */
const FROM_MS = 9 * 3_600_000;
/** The number of days between the attempts for an invoice. The second attempt is on the due date. */
const ATTEMPT_DAYS = 3;
/**
 * The number of days after the due date during which attempts are still made. Afterwards the service is suspended, or
 * the order lapses.
 */
const LAST_DAYS = 6;

/** Checks whether today's attempts have begun. They run from nine o'clock until midnight. */
export function hasAttemptsBegun(clock: BillingClock, { at, today }: Moment): boolean {
  return clock.dayOf(at - FROM_MS) === today;
}

/** SQL: the unpaid amount of an invoice `i`. */
export const BALANCE = `(i.total - i.credit_applied
  - (SELECT coalesce(sum(amount), 0) FROM invoice_payments WHERE invoice_id = i.id))`;

/** Returns the SQL condition that an invoice `i` is unpaid, and that a day is within its attempt days. */
export function isWithinAttempts(day: string): SqlPart {
  return part`(i.status = 'unpaid'
    AND i.due_on BETWEEN date(${day}, ${`-${LAST_DAYS} days`}) AND date(${day}, ${`+${ATTEMPT_DAYS} days`}))`;
}

/** Returns the SQL for the number of the attempt, from 1 to 3, if an invoice `i` is charged on a day. */
export function attemptOn(day: string): SqlPart {
  return part`(1 + (i.due_on <= ${day}) + (date(i.due_on, ${`+${ATTEMPT_DAYS} days`}) <= ${day}))`;
}

/**
 * SQL: whether a domain must not be renewed for an invoice `i`. That is the case if the domain is leaving or has left,
 * if its grace period is over, or if auto-renewal is off.
 */
const IS_NOT_RENEWED = `(auto_renew = 0 OR missing_since IS NOT NULL OR status NOT IN ('active', 'grace')
  OR EXISTS (SELECT 1 FROM actions t WHERE t.account_id = domains.account_id AND t.operation = 'transferDomainOut'
    AND t.state IN ('under_way', 'done') AND json_extract(t.answer, '$.domain') = domains.name
    AND t.begun_at >= date(i.issued_on, '-30 days')))`;

/**
 * Returns the SQL for the next day on which an invoice `i` is charged to account credit and the saved card; NULL if no
 * charge is planned. The invoice belongs to an order `o` and an account `a`. The charges and every text about them use
 * this expression. The day is at least one day after the issue date, so the owner gets the e-mail first.
 * @param day today; the returned day is today or later
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
