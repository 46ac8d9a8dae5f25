import { LOG_RETENTION_MS } from "../../../shared/account-access/call-log.ts";
import type { LoginCall } from "../../../shared/billing-contract/call.ts";
import type { ActOnLogin } from "../../../shared/operator-contract/account-operator.ts";

const DAY_MS = 86_400_000;
/** How long the customer's page shows an act, in milliseconds. */
const SHOWN_MS = 30 * DAY_MS;
const MAX_SHOWN = 20;

/** An act of the provider's operator that a customer's page shows. `at` is in epoch milliseconds. */
export type ProviderAct = { at: number } & (
  | {
      act: "ended";
      /** The application's name as shown to customers. */
      name: string;
    }
  | { act: "settled_done" | "settled_nothing" | ActOnLogin }
);

/** The operator's acts on logins and on their connections, stored in D1. */
export class ProviderActs {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  /**
   * Records that the operator ended a connection.
   * @param name the application's name as shown to customers
   */
  async addEnd(connectionId: string, { loginId }: Pick<LoginCall, "loginId">, name: string): Promise<void> {
    await this.#db
      .prepare("INSERT OR IGNORE INTO operator_ends VALUES (?, ?, ?, ?, ?)")
      .bind(connectionId, this.#billingSystem, loginId, name, this.#now())
      .run();
  }

  async add(act: ActOnLogin, { loginId }: Pick<LoginCall, "loginId">): Promise<void> {
    await this.#db
      .prepare("INSERT INTO acts_on_logins (billing_system, login_id, act, at) VALUES (?, ?, ?, ?)")
      .bind(this.#billingSystem, loginId, act, this.#now())
      .run();
  }

  /**
   * Returns the operator's newest acts on a login, its connections and its actions in the last 30 days, newest first.
   */
  async ofLogin({ loginId }: Pick<LoginCall, "loginId">): Promise<ProviderAct[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT 'ended' AS act, name, ended_at AS at FROM operator_ends
           WHERE login_id = ?1 AND billing_system = ?2 AND ended_at > ?3
         UNION ALL SELECT act, NULL, max(at) FROM acts_on_logins WHERE login_id = ?1 AND billing_system = ?2 AND at > ?3
           GROUP BY act, at / ${DAY_MS}
         UNION ALL SELECT 'settled_' || outcome, NULL, done_at FROM settle_instructions
           JOIN settled_actions ON instruction_id = id
           WHERE login_id = ?1 AND billing_system = ?2 AND state = 'carried_out' AND done_at > ?3
         ORDER BY at DESC LIMIT ${MAX_SHOWN}`,
      )
      .bind(loginId, this.#billingSystem, this.#now() - SHOWN_MS)
      .all<ProviderAct>();
    return results;
  }

  /**
   * Deletes rows that are older than the retention of the connection's log.
   * @param at the current time, in epoch milliseconds
   */
  async purge(at: number): Promise<void> {
    const before = at - LOG_RETENTION_MS;
    await this.#db.batch([
      this.#db.prepare("DELETE FROM operator_ends WHERE ended_at <= ?").bind(before),
      this.#db.prepare("DELETE FROM acts_on_logins WHERE at <= ?").bind(before),
    ]);
  }
}
