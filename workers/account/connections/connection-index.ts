import type { ConnectionList } from "../../../durable-objects/connection/connection-dependencies.ts";
import type { Agreement, End } from "../../../durable-objects/connection/connection-port.ts";

/** A connection as the index knows it; instants in epoch milliseconds. */
export interface IndexedConnection extends Pick<Agreement, "id" | "accountId" | "application"> {
  madeAt: number;
  endedAt: number | null;
}

const COLUMNS = "id, account_id AS accountId, application, made_at AS madeAt, ended_at AS endedAt";

/** The index of connections by login, in D1; each connection's object is the authority on everything else. */
export class ConnectionIndex implements ConnectionList {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Written before the connection is made, which could not be found and ended otherwise. */
  async add({ id, loginId, accountId, application, madeAt }: Agreement): Promise<void> {
    await this.#db
      .prepare("INSERT INTO connections (id, login_id, account_id, application, made_at) VALUES (?, ?, ?, ?, ?)")
      .bind(id, loginId, accountId, application, Date.parse(madeAt))
      .run();
  }

  async ended(id: string, { at }: End): Promise<void> {
    await this.#db.prepare("UPDATE connections SET ended_at = ? WHERE id = ?").bind(Date.parse(at), id).run();
  }

  async forget(id: string): Promise<void> {
    await this.#db.prepare("DELETE FROM connections WHERE id = ?").bind(id).run();
  }

  /** Those that have not ended, newest first. */
  async alive(loginId: number): Promise<IndexedConnection[]> {
    return this.#list("login_id = ? AND ended_at IS NULL", loginId);
  }

  /** Every connection of one application for a login and an account, ended ones included, newest first. */
  async ofApplication(loginId: number, accountId: number, application: string): Promise<IndexedConnection[]> {
    return this.#list("login_id = ? AND account_id = ? AND application = ?", loginId, accountId, application);
  }

  async #list(condition: string, ...values: (number | string)[]): Promise<IndexedConnection[]> {
    const { results } = await this.#db
      .prepare(`SELECT ${COLUMNS} FROM connections WHERE ${condition} ORDER BY made_at DESC, id`)
      .bind(...values)
      .all<IndexedConnection>();
    return results;
  }
}
