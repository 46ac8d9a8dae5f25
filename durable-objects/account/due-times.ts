import { LOG_RETENTION_MS } from "../../shared/account-access/call-log.ts";
import { OPEN_REQUEST, UNMAILED_REQUEST } from "./approvals/approval-requests.ts";
import type { JournalTiming } from "./journal/journal.ts";

/** Returns the earliest time at which work is due, in epoch milliseconds, or `null` if no work is scheduled. */
export function nextDue(sql: SqlStorage, { retentionMs, stuckAfterMs, alertIntervalMs }: JournalTiming): number | null {
  const query = `SELECT MIN(at) AS at FROM (
    SELECT MIN(next_lookup_at) AS at FROM journal
    UNION ALL SELECT MIN(settled_at) + ? FROM journal WHERE settled_at IS NOT NULL AND next_lookup_at IS NULL
    UNION ALL SELECT MIN(CASE
      WHEN alerted_at IS NOT NULL THEN alerted_at + ?
      WHEN state = 'STUCK' THEN sent_at
      ELSE sent_at + ? END) FROM journal WHERE settled_at IS NULL AND state IN ('STUCK', 'PLACED')
    UNION ALL SELECT MIN(at) + ${LOG_RETENTION_MS} FROM actions
    UNION ALL SELECT MIN(CASE
      WHEN ${UNMAILED_REQUEST} THEN MIN(mail_at, ends_at)
      WHEN ${OPEN_REQUEST} THEN ends_at
      ELSE ends_at + ${LOG_RETENTION_MS} END) FROM approval_requests)`;
  return sql.exec<{ at: number | null }>(query, retentionMs, alertIntervalMs, stuckAfterMs).one().at;
}
