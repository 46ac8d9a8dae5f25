import type { Agreement, ConnectionMail } from "../../../durable-objects/connection/connection-port.ts";

const KEPT_MS = 7 * 86_400_000;

/** A mail that was not accepted for delivery; what it says is written anew when it is sent again. */
export interface FailedMail {
  id: number;
  connectionId: string;
  loginId: number;
  accountId: number;
  kind: ConnectionMail;
  /** Epoch milliseconds. */
  failedAt: number;
  requestId: string | null;
}

type MailedConnection = Pick<Agreement, "id" | "loginId" | "accountId">;

/** The mails about connections that failed, in D1, for seven days. Recipients and content are not kept, and none carries a code. */
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
    const { id, loginId, accountId } = of;
    await this.#db
      .prepare(
        `INSERT INTO failed_mails (connection_id, billing_system, login_id, account_id, kind, failed_at, request_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(id, this.#billingSystem, loginId, accountId, kind, this.#now(), requestId ?? null)
      .run();
  }

  /** The newest first. */
  async list(): Promise<FailedMail[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT id, connection_id AS connectionId, login_id AS loginId, account_id AS accountId, kind, failed_at AS failedAt, request_id AS requestId
         FROM failed_mails WHERE billing_system = ? AND failed_at > ? ORDER BY id DESC LIMIT 500`,
      )
      .bind(this.#billingSystem, this.#now() - KEPT_MS)
      .all<FailedMail>();
    return results;
  }

  /** Takes one out, once: null for every later caller. */
  async take(id: number): Promise<FailedMail | null> {
    return this.#db
      .prepare(
        `DELETE FROM failed_mails WHERE id = ? AND billing_system = ? RETURNING id, connection_id AS connectionId, login_id AS loginId, account_id AS accountId,
           kind, failed_at AS failedAt, request_id AS requestId`,
      )
      .bind(id, this.#billingSystem)
      .first<FailedMail>();
  }

  /** Removes what is older than seven days. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM failed_mails WHERE failed_at <= ?")
      .bind(at - KEPT_MS)
      .run();
  }
}
