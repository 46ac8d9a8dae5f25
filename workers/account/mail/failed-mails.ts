import type { Agreement, ConnectionMail } from "../../../durable-objects/connection/connection-port.ts";
import { statement } from "../../../shared/platform/statement.ts";

const KEPT_MS = 7 * 86_400_000;
const COLUMNS = `id, connection_id AS connectionId, login_id AS loginId, account_id AS accountId, kind,
  failed_at AS failedAt, request_id AS requestId`;

/**
 * An e-mail that was not sent, because its delivery was refused or its recipients could not be read. Its text is not
 * stored, so another attempt writes a new text.
 */
export interface FailedMail {
  id: number;
  connectionId: string;
  loginId: number;
  accountId: number;
  kind: ConnectionMail;
  /** Time of the failure, in epoch milliseconds. */
  failedAt: number;
  requestId: string | null;
}

type MailedConnection = Pick<Agreement, "id" | "loginId" | "accountId">;

/** The e-mails that failed in the last seven days, stored in D1 without their recipients and contents. */
export class FailedMails {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  async add(kind: ConnectionMail, of: MailedConnection, requestId: string | undefined): Promise<void> {
    const insert = `INSERT INTO failed_mails (connection_id, billing_system, login_id, account_id, kind, failed_at, request_id)
      VALUES (?, ?, ?, ?, ?, ?, ?)`;
    const values = [of.id, this.#billingSystem, of.loginId, of.accountId, kind, this.#now(), requestId ?? null];
    await statement(this.#db, insert, ...values).run();
  }

  /** Returns the failed e-mails, newest first. */
  async list(): Promise<FailedMail[]> {
    const query = `SELECT ${COLUMNS} FROM failed_mails WHERE billing_system = ? AND failed_at > ? ORDER BY id DESC LIMIT 500`;
    const since = this.#now() - KEPT_MS;
    return (await statement(this.#db, query, this.#billingSystem, since).all<FailedMail>()).results;
  }

  /** Removes and returns a failed e-mail. Every later caller gets `null`. */
  async take(id: number): Promise<FailedMail | null> {
    const taken = `DELETE FROM failed_mails WHERE id = ? AND billing_system = ? RETURNING ${COLUMNS}`;
    return statement(this.#db, taken, id, this.#billingSystem).first<FailedMail>();
  }

  /**
   * Deletes rows that are older than seven days.
   * @param at the current time, in epoch milliseconds
   */
  async purge(at: number): Promise<void> {
    await statement(this.#db, "DELETE FROM failed_mails WHERE failed_at <= ?", at - KEPT_MS).run();
  }
}
