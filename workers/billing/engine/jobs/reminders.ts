import { notice } from "../mails/notices.ts";
import { IS_TAKEN_FIRST } from "../records/orders.ts";
import { event } from "../store/events.ts";
import { part, sql } from "../store/sql.ts";
import type { DailyTransition } from "./daily-transitions.ts";

/** The number of days before the due date at which the first reminder is sent. */
const DUE_SOON_DAYS = 3;

/**
 * The reminders about due dates and expiry dates. Each reminder is sent once, because the invoice or domain stores the
 * last reminder. A registrar must send two reminders before a domain expires (ICANN, Expired Registration Recovery
 * Policy, 2.1).
 */
export const REMINDERS: DailyTransition[] = [
  invoiceReminder(
    "invoiceDueSoon",
    `i.due_on BETWEEN ?1 AND date(?1, '+${DUE_SOON_DAYS} days') AND i.reminded IS NULL`,
  ),
  invoiceReminder("invoiceOverdue", "i.due_on < ?1 AND i.reminded IS NOT 'invoiceOverdue'"),
  expiryReminder(30, "d.expires_on > date(?1, '+7 days') AND d.expires_on <= date(?1, '+30 days')"),
  expiryReminder(7, "d.expires_on BETWEEN ?1 AND date(?1, '+7 days')"),
];

function invoiceReminder(kind: "invoiceDueSoon" | "invoiceOverdue", condition: string): DailyTransition {
  return {
    name: kind === "invoiceDueSoon" ? "invoice_due_soon" : "invoice_overdue",
    of: "invoice",
    due: `SELECT i.account_id, i.id FROM invoices i WHERE i.status = 'unpaid' AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.invoice_id = i.id AND ${IS_TAKEN_FIRST})`,
    change: (db, { account_id: accountId, id }, { at }) => [
      sql(db)`UPDATE invoices SET reminded = ${kind} WHERE id = ${id}`,
      notice(db, { accountId }, at, { kind, invoiceId: id }),
      ...(kind === "invoiceOverdue" ? [event(db, at, "invoice.overdue", part`id = ${id}`)] : []),
    ],
  };
}

/**
 * Returns a reminder about a domain's expiry. A renewal changes the expiry date, so a renewed domain gets new
 * reminders.
 */
function expiryReminder(days: number, condition: string): DailyTransition {
  const stage = ` ${days}`;
  return {
    name: `domain_expires_in_${days}`,
    of: "domain",
    due: `SELECT d.account_id, d.id FROM domains d
      WHERE d.status = 'active' AND ${condition} AND d.reminded IS NOT d.expires_on || '${stage}'
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.domain_id = d.id AND o.status = 'paid')`,
    change: (db, { account_id: accountId, id }, { at }) => [
      sql(db)`UPDATE domains SET reminded = expires_on || ${stage} WHERE id = ${id}`,
      notice(db, { accountId }, at, { kind: "domainExpires", domainId: id }),
      event(db, at, "domain.expiring", part`id = ${id}`),
    ],
  };
}
