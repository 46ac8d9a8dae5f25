import type { ConnectionCounts, ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";

/** Whose a connection is, by the list in D1. */
export interface IndexedPlace {
  id: string;
  installation: string;
  loginId: number;
  accountId: number;
  application: string;
}

/** The column of each way to name connections. */
const COLUMNS: Record<ConnectionsOf["by"], string> = {
  connection: "id",
  application: "application",
  login: "login_id",
  account: "account_id",
};
const NUMBERED: readonly ConnectionsOf["by"][] = ["login", "account"];

const PLACES = `SELECT id, coalesce(installation, '') AS installation, login_id AS loginId, account_id AS accountId, application
  FROM connections LEFT JOIN connection_installations USING (id)`;

/** The list of connections, for the operator: of everybody, ended ones included. */
export class IndexedConnections {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** How many of those that are meant have not ended, and of whom. */
  async active({ by, id }: ConnectionsOf): Promise<ConnectionCounts> {
    const row = await this.#db
      .prepare(
        `SELECT count(*) AS connections, count(DISTINCT login_id) AS logins, count(DISTINCT account_id) AS accounts
         FROM connections WHERE ${COLUMNS[by]} = ? AND ended_at IS NULL`,
      )
      .bind(NUMBERED.includes(by) ? Number(id) : id)
      .first<ConnectionCounts>();
    return row ?? { connections: 0, logins: 0, accounts: 0 };
  }

  /** Those that are meant, the newest first, and how many there are. @param isActive only those that have not ended */
  async find(
    { by, id }: ConnectionsOf,
    limit: number,
    isActive = false,
  ): Promise<{ found: IndexedPlace[]; total: number }> {
    const value = NUMBERED.includes(by) ? Number(id) : id;
    const where = `WHERE ${COLUMNS[by]} = ?1${isActive ? " AND ended_at IS NULL" : ""}`;
    const [found, count] = await this.#db.batch<IndexedPlace & { total: number }>([
      this.#db.prepare(`${PLACES} ${where} ORDER BY made_at DESC, id LIMIT ${limit}`).bind(value),
      this.#db.prepare(`SELECT count(*) AS total FROM connections ${where}`).bind(value),
    ]);
    return { found: found?.results ?? [], total: count?.results[0]?.total ?? 0 };
  }

  /** The newest of all. */
  async newest(limit: number): Promise<{ found: IndexedPlace[]; total: number }> {
    const [found, count] = await this.#db.batch<IndexedPlace & { total: number }>([
      this.#db.prepare(`${PLACES} ORDER BY made_at DESC, id LIMIT ${limit}`),
      this.#db.prepare("SELECT count(*) AS total FROM connections"),
    ]);
    return { found: found?.results ?? [], total: count?.results[0]?.total ?? 0 };
  }

  /** The billing systems that are known to have that account: an unknown one's object is never made by looking at it. */
  async installationsOf(account: number): Promise<string[]> {
    const id = String(account);
    const { results } = await this.#db
      .prepare(
        `SELECT coalesce(installation, '') AS installation FROM connections LEFT JOIN connection_installations USING (id)
         WHERE account_id = ?1 UNION SELECT installation FROM stuck_actions WHERE account_id = ?1
         UNION SELECT installation FROM failed_mails WHERE account_id = ?1
         UNION SELECT '' FROM object_generations WHERE object = 'account:' || ?2
         UNION SELECT substr(object, 9, length(object) - 9 - length(?2)) FROM object_generations
           WHERE object LIKE 'account:%:' || ?2`,
      )
      .bind(account, id)
      .all<{ installation: string }>();
    return results.map(({ installation }) => installation);
  }

  /** The billing systems that a login is known of. */
  async installationsOfLogin(login: number): Promise<string[]> {
    const tables = ["stuck_actions", "sent_actions", "failed_mails", "operator_ends"];
    const others = tables.map((table) => `UNION SELECT installation FROM ${table} WHERE login_id = ?1`);
    const { results } = await this.#db
      .prepare(
        `SELECT coalesce(installation, '') AS installation FROM connections LEFT JOIN connection_installations USING (id)
         WHERE login_id = ?1 ${others.join(" ")}`,
      )
      .bind(login)
      .all<{ installation: string }>();
    return results.map(({ installation }) => installation);
  }
}
