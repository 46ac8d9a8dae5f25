import type { StuckWrite, StuckWriteList } from "../../../durable-objects/account/account-dependencies.ts";

/**
 * The age at which a row is deleted, in milliseconds. A daily alert renews the rows of open actions, so older rows
 * belong to settled actions.
 */
const FORGOTTEN_AFTER_MS = 3 * 86_400_000;

/** The list of actions that wait for the operator, in D1. The account's object is authoritative for each action. */
export class StuckWrites implements StuckWriteList {
  readonly #db: D1Database;
  readonly #billingSystem: string;

  constructor(db: D1Database, billingSystem: string) {
    this.#db = db;
    this.#billingSystem = billingSystem;
  }

  async put(action: StuckWrite): Promise<void> {
    const { accountId, reference, loginId, operation, target, state, reason, sentAt, at } = action;
    await this.#db
      .prepare(
        `INSERT INTO stuck_actions (billing_system, account_id, reference, login_id, operation, target, state, reason, sent_at,
           since, seen_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?10, ?10)
         ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason, seen_at = excluded.seen_at`,
      )
      .bind(this.#billingSystem, accountId, reference, loginId, operation, target, state, reason, sentAt, at)
      .run();
  }

  async remove({ accountId, reference }: Parameters<StuckWriteList["remove"]>[0]): Promise<void> {
    await this.#db
      .prepare("DELETE FROM stuck_actions WHERE billing_system = ? AND account_id = ? AND reference = ?")
      .bind(this.#billingSystem, accountId, reference)
      .run();
  }

  /**
   * Deletes rows that no alert has renewed for three days.
   * @param at the current time, in epoch milliseconds
   */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM stuck_actions WHERE seen_at <= ?")
      .bind(at - FORGOTTEN_AFTER_MS)
      .run();
  }
}
