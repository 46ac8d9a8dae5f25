import { shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import {
  MAX_PROBLEMS,
  MAX_STATUS_ROWS,
  runRows,
  type StatusCount,
  type StatusTables,
} from "../../../shared/operator-contract/status.ts";
import { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { JOB_INTERVALS } from "../engine/jobs/scheduled-jobs.ts";
import { NEEDS_PROVIDER } from "../engine/orders/fulfilment.ts";
import { SET_UP } from "../engine/records/orders.ts";

/** SQL: whether a paid order waits for the provider to act. */
const IS_FOR_PROVIDER = `status = 'paid' AND waits_for IN (${NEEDS_PROVIDER.map((why) => `'${why}'`).join(", ")})`;
/**
 * SQL: the runbook section that tells the provider what to do about an order `o`; NULL if the order does not wait for
 * the provider.
 */
export const RUNBOOK = `CASE WHEN o.${IS_FOR_PROVIDER} THEN 'runbook.md#registrar_needs_provider' END`;

const OVERDUE_MS = 3_600_000;
/** SQL: whether the registrar has accepted the transfer. The losing registrar may then take days. */
const TRANSFER_AT_REGISTRAR = "kind = 'transfer' AND begun = 1";

/**
 * Returns the engine's status: paid orders that need the provider, recent problems, counts, and the last scheduled
 * runs. It also lists paid orders that are older than an hour, except transfers that the registrar has accepted and
 * plans that wait for their set-up.
 * @param now returns the current time in epoch milliseconds
 */
export async function engineStatus(db: D1Database, now: () => number): Promise<StatusTables> {
  const at = now();
  const before = new Date(at - OVERDUE_MS).toISOString();
  const waiting = `status = 'paid' AND placed_at < ?1 AND NOT (${TRANSFER_AT_REGISTRAR}) AND waits_for IS NOT '${SET_UP}'`;
  const orders = `SELECT account_id AS account, id AS "order", kind, status AS state, waits_for AS waitsFor, tries, placed_at AS since, ${RUNBOOK} AS runbook
    FROM orders o WHERE (${waiting}) OR (${IS_FOR_PROVIDER}) ORDER BY placed_at, id LIMIT ${MAX_STATUS_ROWS}`;
  const problem = (words: string, at: string, why: string) =>
    `SELECT ${at} AS at, '${words}' AS problem, ${why} AS why, o.kind, o.account_id AS account, o.id AS "order",
      (SELECT 'domain:' || name FROM domains WHERE id = o.domain_id) AS target FROM orders o`;
  const problems = `SELECT * FROM (${problem("order refused", "refused_on", "refusal")} WHERE status = 'failed' ORDER BY refused_on DESC LIMIT ${MAX_PROBLEMS})
    UNION ALL SELECT * FROM (${problem("order retried", "placed_at", "waits_for")} WHERE status = 'paid' AND tries > 0 ORDER BY placed_at DESC LIMIT ${MAX_PROBLEMS})`;
  // D1 allows at most five parts in a compound SELECT, but any number of VALUES.
  const counts = `SELECT column1 AS what, column2 AS count, column3 AS see FROM (VALUES
    ('orders that need you', (SELECT count(*) FROM orders WHERE ${IS_FOR_PROVIDER}), 'status'),
    ('paid orders older than an hour', (SELECT count(*) FROM orders WHERE ${waiting}), 'status'),
    ('mails to customers that have waited for more than an hour',
      (SELECT count(*) FROM notices WHERE sent_at IS NULL AND due_at < ?2), 'mails'),
    ('refunds and charges that Stripe has not accepted for more than an hour',
      (SELECT count(*) FROM refunds WHERE state = 'asked' AND asked_at < ?2)
      + (SELECT count(*) FROM charges WHERE state = 'asked' AND sent_at < ?2), NULL),
    ('payments without an account', (SELECT count(*) FROM payments
      WHERE account_id IS NULL AND id NOT IN (SELECT payment_id FROM refunds WHERE state <> 'failed')), NULL),
    ('payments in dispute', (SELECT count(*) FROM payments WHERE disputed_on IS NOT NULL), NULL))`;
  return {
    counts: (
      await db
        .prepare(counts)
        .bind(before, at - OVERDUE_MS)
        .all<StatusCount>()
    ).results,
    waitingOrders: await shownRows(db, orders, before),
    problems: await shownRows(db, problems),
    scheduledWork: runRows(await new ScheduledRuns(db, JOB_INTERVALS, now).list()),
  };
}
