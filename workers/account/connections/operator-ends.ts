import type { ActorLogin } from "../../../shared/billing-contract/actor.ts";

const DAY_MS = 86_400_000;
/** How long a row is kept, as long as the log of its connection; and how long the customer's page shows it. */
const KEPT_MS = 180 * DAY_MS;
const SHOWN_MS = 30 * DAY_MS;
const MAX_SHOWN = 20;

/** A connection that the provider's operator ended. */
export interface OperatorEnd {
  /** As the application was shown. */
  name: string;
  /** Epoch milliseconds. */
  endedAt: number;
}

/** The connections that the operator ended, in D1. */
export class OperatorEnds {
  readonly #db: D1Database;
  readonly #now: () => number;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async add(connectionId: string, { loginId, installation = "" }: ActorLogin, name: string): Promise<void> {
    await this.#db
      .prepare("INSERT OR IGNORE INTO operator_ends VALUES (?, ?, ?, ?, ?)")
      .bind(connectionId, installation, loginId, name, this.#now())
      .run();
  }

  /** Those of a login within the last 30 days, the newest first. */
  async ofLogin({ loginId, installation = "" }: ActorLogin): Promise<OperatorEnd[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT name, ended_at AS endedAt FROM operator_ends
         WHERE login_id = ? AND installation = ? AND ended_at > ? ORDER BY ended_at DESC LIMIT ${MAX_SHOWN}`,
      )
      .bind(loginId, installation, this.#now() - SHOWN_MS)
      .all<OperatorEnd>();
    return results;
  }

  /** Removes what is older than the log of its connection. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM operator_ends WHERE ended_at <= ?")
      .bind(at - KEPT_MS)
      .run();
  }
}
