import type { Holds } from "../../../shared/holds/holds.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import { heldDatabase } from "../../../shared/operator-contract/held-database.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import {
  MAX_STATUS_ROWS,
  runRows,
  type StatusCount,
  type StatusTables,
} from "../../../shared/operator-contract/status.ts";
import type { SessionList } from "../../../shared/pages/sign-in/session-list.ts";
import { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { JOB_INTERVALS } from "../engine/jobs/scheduled-jobs.ts";
import { DATABASE } from "../engine/store/account-store.ts";
import { raiseIds } from "../engine/store/sql.ts";
import { eraseSubject, exportSubject, findSubject } from "./engine-subjects.ts";

const MAX_ROWS = 200;

/**
 * What the operator console may do in the embedded billing engine.
 * @param now epoch milliseconds
 * @param sessions of its client area
 */
export function engineOperator(
  db: D1Database,
  now: () => number,
  holds: Pick<Holds, "list" | "hold" | "resume">,
  sessions: Pick<SessionList, "end"> | null,
): BillingOperatorPort {
  return {
    ...heldDatabase(holds, DATABASE, () => raiseIds(db)),
    status: () => engineStatus(db, now),
    findLogin: (sought) =>
      shownRows(
        db,
        `SELECT id AS login, email, language, totp_secret IS NOT NULL AS hasSecondStep,
           (SELECT group_concat(account_id, ' ') FROM account_logins WHERE login_id = logins.id) AS accounts,
           nullif(wrong_codes, 0) AS wrongCodes,
           CASE WHEN codes_wait_until > 0 THEN ${shownColumn("codes_wait_until")} END AS waitsUntil
         FROM logins WHERE id = ?1 OR email = ?1 LIMIT ${MAX_ROWS}`,
        sought,
      ),
    findAccount: (account) =>
      shownRows(
        db,
        `SELECT id AS account, name, company, currency,
           (SELECT group_concat(login_id, ' ') FROM account_logins WHERE account_id = a.id AND owner = 1) AS owner,
           (SELECT group_concat(login_id, ' ') FROM account_logins WHERE account_id = a.id) AS logins,
           (SELECT count(*) FROM services WHERE account_id = a.id AND status = 'active') AS activeServices,
           (SELECT count(*) FROM domains WHERE account_id = a.id AND status = 'active') AS activeDomains
         FROM accounts AS a WHERE id = ?`,
        account,
      ),
    async unlock(login): Promise<ActResult> {
      const { meta } = await db
        .prepare(
          `UPDATE logins SET unlocked_at = ?1, wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL WHERE id = ?2`,
        )
        .bind(now(), login)
        .run();
      return meta.changes > 0
        ? {
            isDone: true,
            text: "It may try again at once: its wrong passwords and codes count no more. A network that tried many logins still waits.",
          }
        : { isDone: false, text: `There is no login ${login}.` };
    },
    mails: () =>
      shownRows(
        db,
        `SELECT id AS mail, account_id AS account, kind, tries, claimed_until > ?1 AS isBeingSent,
           ${shownColumn("due_at")} AS dueAt
         FROM notices WHERE sent_at IS NULL ORDER BY tries DESC, due_at LIMIT ${MAX_ROWS}`,
        now(),
      ),
    async sendMailAgain(id): Promise<ActResult> {
      const { meta } = await db
        .prepare(
          "UPDATE notices SET due_at = min(due_at, ?1), claimed_until = 0, tries = 0 WHERE id = ?2 AND sent_at IS NULL",
        )
        .bind(now(), id)
        .run();
      return meta.changes > 0
        ? { isDone: true, text: "It is due now: the next run of the scheduled jobs sends it." }
        : { isDone: false, text: "There is no such mail, or it was sent already." };
    },
    find: (subject) => findSubject(db, subject),
    exportOf: (subject, cursor) => exportSubject(db, subject, cursor),
    erase: (subject, until) => eraseSubject(db, sessions, subject, until),
  };
}

const OVERDUE_MS = 3_600_000;
/** The registrar has the transfer; the registry that it comes from may take days. */
const TRANSFER_AT_REGISTRAR = "kind = 'transfer' AND begun = 1";

/** Paid orders and mails that wait for more than an hour, and the last runs. @param now epoch milliseconds */
export async function engineStatus(db: D1Database, now: () => number): Promise<StatusTables> {
  const at = now();
  const before = new Date(at - OVERDUE_MS).toISOString();
  const waiting = `status = 'paid' AND placed_at < ? AND NOT (${TRANSFER_AT_REGISTRAR})`;
  const orders = `SELECT account_id AS accountId, id AS orderId, kind, status AS state, tries, placed_at AS since
    FROM orders WHERE ${waiting} ORDER BY placed_at, id LIMIT ${MAX_STATUS_ROWS}`;
  const counts = `SELECT 'paid orders older than an hour' AS what, count(*) AS count FROM orders WHERE ${waiting}
    UNION ALL SELECT 'mails to customers that wait for more than an hour', count(*) FROM notices
      WHERE sent_at IS NULL AND due_at < ?`;
  return {
    counts: (
      await db
        .prepare(counts)
        .bind(before, at - OVERDUE_MS)
        .all<StatusCount>()
    ).results,
    waitingOrders: await shownRows(db, orders, before),
    scheduledWork: runRows(await new ScheduledRuns(db, JOB_INTERVALS, now).list()),
  };
}
