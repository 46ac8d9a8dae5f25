import type { ConnectionCounts, ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";

/** Whose a connection is, by the list in D1. */
export interface IndexedPlace {
  id: string;
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

const PLACES = "SELECT id, login_id AS loginId, account_id AS accountId, application FROM connections";

/** The list of connections of the deployment's billing system, for the operator: of everybody, ended ones included. */
export class IndexedConnections {
  readonly #db: D1Database;
  readonly #billingSystem: string;

  constructor(db: D1Database, billingSystem: string) {
    this.#db = db;
    this.#billingSystem = billingSystem;
  }

  /** How many of those that are meant have not ended, and of whom. */
  async active({ by, id }: ConnectionsOf): Promise<ConnectionCounts> {
    const row = await this.#db
      .prepare(
        `SELECT count(*) AS connections, count(DISTINCT login_id) AS logins, count(DISTINCT account_id) AS accounts
         FROM connections WHERE ${COLUMNS[by]} = ? AND billing_system = ? AND ended_at IS NULL`,
      )
      .bind(NUMBERED.includes(by) ? Number(id) : id, this.#billingSystem)
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
    const where = `WHERE ${COLUMNS[by]} = ?1 AND billing_system = ?2${isActive ? " AND ended_at IS NULL" : ""}`;
    const [found, count] = await this.#db.batch<IndexedPlace & { total: number }>([
      this.#db.prepare(`${PLACES} ${where} ORDER BY made_at DESC, id LIMIT ${limit}`).bind(value, this.#billingSystem),
      this.#db.prepare(`SELECT count(*) AS total FROM connections ${where}`).bind(value, this.#billingSystem),
    ]);
    return { found: found?.results ?? [], total: count?.results[0]?.total ?? 0 };
  }

  /** Whether something of an account is listed: the object of another one is never made by looking at it. */
  async hasAccount(account: number): Promise<boolean> {
    const tables = ["connections", "stuck_actions", "failed_mails"];
    const ofAccount = tables.map((table) => `SELECT 1 FROM ${table} WHERE account_id = ?1 AND billing_system = ?2`);
    const known = await this.#db.prepare(ofAccount.join(" UNION ")).bind(account, this.#billingSystem).first();
    return known !== null;
  }

  /** The newest of all. */
  async newest(limit: number): Promise<{ found: IndexedPlace[]; total: number }> {
    const [found, count] = await this.#db.batch<IndexedPlace & { total: number }>([
      this.#db
        .prepare(`${PLACES} WHERE billing_system = ? ORDER BY made_at DESC, id LIMIT ${limit}`)
        .bind(this.#billingSystem),
      this.#db.prepare("SELECT count(*) AS total FROM connections WHERE billing_system = ?").bind(this.#billingSystem),
    ]);
    return { found: found?.results ?? [], total: count?.results[0]?.total ?? 0 };
  }
}
