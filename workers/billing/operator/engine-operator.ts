import { acceptedText, type DatabaseGeneration } from "../../../shared/generations/database-generation.ts";
import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { eraseSubject, exportSubject } from "./engine-subjects.ts";
import { engineStatus } from "./status.ts";

const MAX_ROWS = 200;

/** What the operator console may do in the embedded billing engine. @param now epoch milliseconds */
export function engineOperator(
  db: D1Database,
  now: () => number,
  generation: Pick<DatabaseGeneration, "held" | "accept"> | null,
): BillingOperatorPort {
  const rows = async (sql: string, ...values: (string | number)[]): Promise<ShownRow[]> => {
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all<ShownRow>();
    return results;
  };
  return {
    held: async () => (await generation?.held()) ?? [],
    accept: async () => acceptedText((await generation?.accept()) ?? false),
    status: () => engineStatus(db, now),
    findLogin: (sought) =>
      rows(
        `SELECT id AS login, email, language, totp_secret IS NOT NULL AS hasSecondStep,
           (SELECT group_concat(account_id, ' ') FROM account_logins WHERE login_id = logins.id) AS accounts,
           (SELECT in_row FROM wrong_codes WHERE login_id = logins.id) AS wrongCodes,
           (SELECT strftime('%Y-%m-%dT%H:%M:%SZ', wait_until / 1000, 'unixepoch') FROM wrong_codes
            WHERE login_id = logins.id AND wait_until > 0) AS waitsUntil
         FROM logins WHERE id = ?1 OR email = ?1 LIMIT ${MAX_ROWS}`,
        sought,
      ),
    async unlock(login): Promise<ActResult> {
      const { meta } = await db.prepare("DELETE FROM wrong_codes WHERE login_id = ?").bind(login).run();
      return meta.changes > 0
        ? { isDone: true, text: "The next code is looked at again." }
        : {
            isDone: false,
            text: "It has no wrong codes. Waits after wrong passwords end by themselves within an hour.",
          };
    },
    mails: () =>
      rows(
        `SELECT id AS mail, account_id AS account, kind, tries, claimed_until > ?1 AS isBeingSent,
           strftime('%Y-%m-%dT%H:%M:%SZ', due_at / 1000, 'unixepoch') AS dueAt
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
    nameOf: ({ kind, id }) =>
      db
        .prepare(kind === "login" ? "SELECT email FROM logins WHERE id = ?" : "SELECT name FROM accounts WHERE id = ?")
        .bind(id)
        .first<string>(kind === "login" ? "email" : "name"),
    exportOf: (subject: DataSubject) => exportSubject(db, subject),
    erase: (subject: DataSubject) => eraseSubject(db, subject),
  };
}
