import { type BillingStatus, MAX_STATUS_ROWS, type WaitingOrder } from "../../../shared/operator-contract/status.ts";
import { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { JOB_INTERVALS } from "../engine/jobs/scheduled-jobs.ts";

const OVERDUE_MS = 3_600_000;
/** The registrar has the transfer; the registry that it comes from may take days. */
const TRANSFER_AT_REGISTRAR = "kind = 'transfer' AND begun = 1";

interface StatusRow extends WaitingOrder {
  waiting: number;
  unsent: number;
  oldest: number | null;
}

/** Paid orders and mails that wait for more than an hour, and the last runs. @param now epoch milliseconds */
export async function engineStatus(db: D1Database, now: () => number): Promise<BillingStatus> {
  const at = now();
  const before = new Date(at - OVERDUE_MS).toISOString();
  const waiting = `status = 'paid' AND placed_at < ? AND NOT (${TRANSFER_AT_REGISTRAR})`;
  const [orders, counts] = await db.batch<StatusRow>([
    db
      .prepare(
        `SELECT account_id AS accountId, id AS orderId, kind, status AS state, unixepoch(placed_at) * 1000 AS since, tries
         FROM orders WHERE ${waiting} ORDER BY placed_at, id LIMIT ?`,
      )
      .bind(before, MAX_STATUS_ROWS),
    db
      .prepare(
        `SELECT (SELECT count(*) FROM orders WHERE ${waiting}) AS waiting, count(*) AS unsent, min(due_at) AS oldest
         FROM notices WHERE sent_at IS NULL AND due_at < ?`,
      )
      .bind(before, at - OVERDUE_MS),
  ]);
  const count = counts?.results[0];
  return {
    runs: await new ScheduledRuns(db, JOB_INTERVALS, now).list(),
    waitingOrders: { count: count?.waiting ?? 0, rows: orders?.results ?? [] },
    unsentMails: { count: count?.unsent ?? 0, oldestDueAt: count?.oldest ?? null },
    circuits: [],
    copies: [],
    actingStopped: null,
  };
}
