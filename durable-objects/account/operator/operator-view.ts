import type { AccountExport, JournalEntry, LoggedAction, OperatorFilter } from "./operator-port.ts";

const MAX_ROWS = 1_000;
/** States in which an action may still be done, or was done and is not told. */
const OPEN = "('RESERVED', 'SENDING', 'PLACED', 'STUCK')";
const OF_LOGIN = "(?1 IS NULL OR login_id = ?1)";

/**
 * What the operator console reads of an account's object, and what an erasure takes away. Gives no key, no digest, no answer of the
 * billing system and nothing of what was shown for approval.
 */
export class OperatorView {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The journal, the newest first. */
  journal(): JournalEntry[] {
    const query = `SELECT reference, operation, target, login_id AS login, state,
        (SELECT stuck_reason FROM journal_alerts WHERE journal_alerts.reference = journal.reference) AS reason,
        sent_at AS sentAt, settled_at AS settledAt, json_extract(value, '$.orderId') AS "order",
        json_extract(problem, '$.code') AS code
      FROM journal ORDER BY coalesce(sent_at, 9e15) DESC, reference LIMIT ${MAX_ROWS}`;
    return this.#sql.exec<JournalEntry>(query).toArray();
  }

  /** Entries of the log of actions, of every application, the newest first. */
  actions({ loginId, requestId, limit }: OperatorFilter): LoggedAction[] {
    const query = `SELECT at, login_id AS login, application, connection, operation, target, outcome, status, code, via,
        request_id AS requestId
      FROM actions WHERE ${OF_LOGIN} AND (?2 IS NULL OR request_id = ?2) ORDER BY at DESC, id DESC LIMIT ?3`;
    return this.#sql.exec<LoggedAction>(query, loginId, requestId, Math.min(limit, MAX_ROWS)).toArray();
  }

  /** How many actions are open. */
  openActions(loginId: number | null): number {
    const query = `SELECT COUNT(*) AS count FROM journal WHERE state IN ${OPEN} AND ${OF_LOGIN}`;
    return this.#sql.exec<{ count: number }>(query, loginId).one().count;
  }

  /** What is kept about a login, or about everybody; of the log as much as an answer holds. */
  exportOf(loginId: number | null): AccountExport {
    const approvals = this.#sql
      .exec<AccountExport["approvals"][number]>(
        `SELECT id, connection, login_id AS login, application, operation, target, state, asked_at AS askedAt,
           decided_at AS decidedAt, ends_at AS endsAt FROM approval_requests WHERE ${OF_LOGIN} ORDER BY asked_at`,
        loginId,
      )
      .toArray();
    const actions = this.#sql
      .exec<LoggedAction>(
        `SELECT at, login_id AS login, application, connection, operation, target, outcome, status, code, via,
           request_id AS requestId FROM actions WHERE ${OF_LOGIN} ORDER BY at`,
        loginId,
      )
      .toArray();
    const orderSums = this.#sql
      .exec<AccountExport["orderSums"][number]>(
        `SELECT connection, month, sent_at AS sentAt, amount FROM order_sums
         WHERE ?1 IS NULL OR connection IN (SELECT connection FROM actions WHERE login_id = ?1) ORDER BY sent_at`,
        loginId,
      )
      .toArray();
    const journal = this.journal().filter(({ login }) => loginId === null || login === loginId);
    return { journal, actions, approvals, orderSums };
  }

  /** Removes what is kept about a login, or about everybody. Of an account with open actions nothing may be removed. */
  erase(loginId: number | null): void {
    const connections =
      "SELECT connection FROM actions WHERE login_id = ?1 UNION SELECT connection FROM approval_requests WHERE login_id = ?1";
    const statements = [
      `DELETE FROM approval_digests WHERE ?1 IS NULL OR connection IN (${connections})`,
      `DELETE FROM order_sums WHERE ?1 IS NULL OR connection IN (${connections})`,
      `DELETE FROM approval_entries WHERE request IN (SELECT id FROM approval_requests WHERE ${OF_LOGIN})`,
      `DELETE FROM journal_alerts WHERE reference IN (SELECT reference FROM journal WHERE ${OF_LOGIN})`,
      `DELETE FROM approval_requests WHERE ${OF_LOGIN}`,
      `DELETE FROM actions WHERE ${OF_LOGIN}`,
      `DELETE FROM journal WHERE ${OF_LOGIN}`,
    ];
    for (const statement of statements) this.#sql.exec(statement, loginId);
  }
}
