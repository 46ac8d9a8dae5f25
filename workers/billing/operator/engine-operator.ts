import type { DatabaseGeneration } from "../../../shared/generations/database-generation.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { heldDatabase } from "../../../shared/operator-contract/held-database.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import type { SessionList } from "../../../shared/pages/sign-in/session-list.ts";
import { unlockLogin } from "../engine/sign-in/unlock-login.ts";
import { endLoginSessions, eraseSubject, exportSubject, findSubject } from "./engine-subjects.ts";
import { engineStatus } from "./status.ts";

const MAX_ROWS = 200;

/**
 * What the operator console may do in the embedded billing engine.
 * @param now epoch milliseconds
 * @param sessions of its client area
 */
export function engineOperator(
  db: D1Database,
  now: () => number,
  generation: Pick<DatabaseGeneration, "held" | "accept"> | null,
  sessions: Pick<SessionList, "end"> | null,
): BillingOperatorPort {
  return {
    ...heldDatabase(generation),
    status: () => engineStatus(db, now),
    findLogin: (sought) =>
      shownRows(
        db,
        `SELECT id AS login, email, language, totp_secret IS NOT NULL AS hasSecondStep,
           (SELECT group_concat(account_id, ' ') FROM account_logins WHERE login_id = logins.id) AS accounts,
           (SELECT in_row FROM wrong_codes WHERE login_id = logins.id) AS wrongCodes,
           (SELECT ${shownColumn("wait_until")} FROM wrong_codes
            WHERE login_id = logins.id AND wait_until > 0) AS waitsUntil
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
      return (await unlockLogin(db, login, now()))
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
    endSessions: (subject, until) => endLoginSessions(db, sessions, subject, until),
    erase: (subject: DataSubject) => eraseSubject(db, subject),
  };
}
