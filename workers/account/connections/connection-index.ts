import type { Agreement, ConnectionList, End } from "../../../durable-objects/connection/connection-port.ts";
import type { LoginCall } from "../../../shared/billing-contract/call.ts";
import { StoreHeldError } from "../../../shared/holds/holds.ts";

/** A connection as the index knows it; instants in epoch milliseconds. */
export interface IndexedConnection extends Pick<Agreement, "id" | "accountId" | "application"> {
  madeAt: number;
  endedAt: number | null;
}

const COLUMNS = "id, account_id AS accountId, application, made_at AS madeAt, ended_at AS endedAt";

/** The index of connections by login, in D1; each connection's object is the authority on everything else. */
export class ConnectionIndex implements ConnectionList {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #isHeld: () => Promise<boolean>;

  /**
   * @param billingSystem of this deployment: connections of a former one are only found to be ended
   * @param isHeld whether the database is on hold
   */
  constructor(db: D1Database, billingSystem: string, isHeld: () => Promise<boolean> = async () => false) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#isHeld = isHeld;
  }

  /** Written before the connection is made, which could not be found and ended otherwise. @throws {StoreHeldError} */
  async add(agreement: Agreement): Promise<void> {
    if (await this.#isHeld()) throw new StoreHeldError("no connection is made while the database is on hold");
    await this.#insert("INSERT INTO", agreement);
  }

  async relist(agreement: Agreement): Promise<void> {
    await this.#insert("INSERT OR IGNORE INTO", agreement);
  }

  async ended(id: string, { at }: End): Promise<void> {
    await this.#db.prepare("UPDATE connections SET ended_at = ? WHERE id = ?").bind(Date.parse(at), id).run();
  }

  async forget(id: string): Promise<void> {
    await this.#db.prepare("DELETE FROM connections WHERE id = ?").bind(id).run();
  }

  /** Those that have not ended, newest first. */
  async alive(login: Pick<LoginCall, "loginId">): Promise<IndexedConnection[]> {
    return this.#list(login, "ended_at IS NULL");
  }

  /** Every connection of one application for a login and an account, ended ones included, newest first. */
  async ofApplication(
    login: Pick<LoginCall, "loginId">,
    accountId: number,
    application: string,
  ): Promise<IndexedConnection[]> {
    return this.#list(login, "account_id = ? AND application = ?", accountId, application);
  }

  /** Ids of connections that have not ended, of former billing systems. */
  async former(limit: number): Promise<string[]> {
    const { results } = await this.#db
      .prepare("SELECT id FROM connections WHERE ended_at IS NULL AND billing_system <> ? LIMIT ?")
      .bind(this.#billingSystem, limit)
      .all<{ id: string }>();
    return results.map(({ id }) => id);
  }

  async #insert(insert: string, { id, loginId, accountId, application, madeAt }: Agreement): Promise<void> {
    await this.#db
      .prepare(
        `${insert} connections (id, billing_system, login_id, account_id, application, made_at) VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .bind(id, this.#billingSystem, loginId, accountId, application, Date.parse(madeAt))
      .run();
  }

  async #list(
    { loginId }: Pick<LoginCall, "loginId">,
    condition: string,
    ...values: (number | string)[]
  ): Promise<IndexedConnection[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT ${COLUMNS} FROM connections
        WHERE login_id = ? AND ${condition} AND billing_system = ? ORDER BY made_at DESC, id`,
      )
      .bind(loginId, ...values, this.#billingSystem)
      .all<IndexedConnection>();
    return results;
  }
}
