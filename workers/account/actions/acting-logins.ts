import { LOG_RETENTION_MS } from "../../../shared/account-access/call-log.ts";
import type { Actor } from "../../../shared/billing-contract/call.ts";
import type { ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import { statement } from "../../../shared/platform/statement.ts";

/** The logins that changed an account in the client area, stored in D1. The index of connections may lack them. */
export class ActingLogins {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  /** Adds a login. Call this method before the account's object stores a row about the login. */
  async add({ loginId, accountId }: Pick<Actor, "loginId" | "accountId">): Promise<void> {
    const insert =
      "INSERT OR REPLACE INTO acting_logins (billing_system, login_id, account_id, acted_at) VALUES (?, ?, ?, ?)";
    await statement(this.#db, insert, this.#billingSystem, loginId, accountId, this.#now()).run();
  }

  /** Returns the accounts that a login changed. For an account, returns the account itself if any login changed it. */
  async accountsOf({ by, id }: Pick<ConnectionsOf, "by" | "id">): Promise<number[]> {
    if (by !== "login" && by !== "account") return [];
    const query = `SELECT DISTINCT account_id AS account FROM acting_logins WHERE ${by}_id = ? AND billing_system = ?`;
    const { results } = await statement(this.#db, query, id, this.#billingSystem).all<{ account: number }>();
    return results.map(({ account }) => account);
  }

  /**
   * Deletes rows that are older than the account's log.
   * @param at the current time, in epoch milliseconds
   */
  async purge(at: number): Promise<void> {
    await statement(this.#db, "DELETE FROM acting_logins WHERE acted_at <= ?", at - LOG_RETENTION_MS).run();
  }
}
