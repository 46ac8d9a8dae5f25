import {
  type AccountStatus,
  MAX_STATUS_ROWS,
  type StuckActionStatus,
} from "../../../shared/operator-contract/status.ts";
import type { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import type { AccountWork } from "../scheduled-work.ts";

/** What waits for the operator, and when the scheduled work last ran. */
export async function accountStatus(db: D1Database, runs: ScheduledRuns<AccountWork>): Promise<AccountStatus> {
  const [stuck, counts] = await db.batch<StuckActionStatus & { stuck: number; open: number; failed: number }>([
    db
      .prepare(
        `SELECT installation, account_id AS accountId, reference, login_id AS loginId, operation, target, state, reason,
           sent_at AS sentAt, since FROM stuck_actions ORDER BY since, account_id, reference LIMIT ?`,
      )
      .bind(MAX_STATUS_ROWS),
    db.prepare(
      `SELECT (SELECT count(*) FROM stuck_actions) AS stuck,
         (SELECT count(*) FROM settle_instructions WHERE state = 'asked') AS open,
         (SELECT count(*) FROM failed_mails) AS failed`,
    ),
  ]);
  const count = counts?.results[0];
  return {
    runs: await runs.list(),
    stuckActions: { count: count?.stuck ?? 0, rows: stuck?.results ?? [] },
    openInstructions: count?.open ?? 0,
    failedMails: count?.failed ?? 0,
  };
}
