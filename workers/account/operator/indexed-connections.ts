import type { ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";

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
    const { results } = await this.#db
      .prepare(
        `SELECT coalesce(installation, '') AS installation FROM connections LEFT JOIN connection_installations USING (id)
         WHERE account_id = ?1 UNION SELECT installation FROM stuck_actions WHERE account_id = ?1`,
      )
      .bind(account)
      .all<{ installation: string }>();
    return results.map(({ installation }) => installation);
  }

  /** The accounts that a login has connections for, with their billing systems. */
  async accountsOf(login: number): Promise<{ installation: string; accountId: number }[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT DISTINCT coalesce(installation, '') AS installation, account_id AS accountId
         FROM connections LEFT JOIN connection_installations USING (id) WHERE login_id = ?`,
      )
      .bind(login)
      .all<{ installation: string; accountId: number }>();
    return results;
  }
}
