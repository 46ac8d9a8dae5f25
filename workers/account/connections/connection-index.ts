import type { Agreement, ConnectionList, End } from "../../../durable-objects/connection/connection-port.ts";
import type { LoginCall } from "../../../shared/billing-contract/call.ts";
import { StoreHeldError } from "../../../shared/holds/holds.ts";
import type { ConnectionCounts, ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import { statement } from "../../../shared/platform/statement.ts";

/** A row of the index. Times are in epoch milliseconds. */
export interface IndexedConnection extends Pick<Agreement, "id" | "loginId" | "accountId" | "application"> {
  madeAt: number;
  endedAt: number | null;
}

const COLUMNS = "id, login_id AS loginId, account_id AS accountId, application, made_at AS madeAt, ended_at AS endedAt";
const NAMED_BY: Record<ConnectionsOf["by"], string> = {
  connection: "id",
  application: "application",
  login: "login_id",
  account: "account_id",
};

/**
 * The index of connections by login, in D1. The Durable Object of a connection is authoritative for all other facts
 * about the connection.
 */
export class ConnectionIndex implements ConnectionList {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #isHeld: () => Promise<boolean>;

  /**
   * Creates the index.
   * @param billingSystem this deployment's billing system; connections of other billing systems are listed only so that
   * they can be ended
   * @param isHeld returns whether the database is on hold
   */
  constructor(db: D1Database, billingSystem: string, isHeld: () => Promise<boolean> = async () => false) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#isHeld = isHeld;
  }

  /**
   * Adds a connection to the index before its object creates it. Without its row, nobody could find the connection to
   * end it.
   * @throws {StoreHeldError} if the database is on hold
   */
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

  /** Returns the active connections of a login, newest first. */
  async alive(login: Pick<LoginCall, "loginId">): Promise<IndexedConnection[]> {
    return this.#list(login, "ended_at IS NULL");
  }

  /** Returns every connection of one application for a login and an account, including ended ones, newest first. */
  async ofApplication(
    login: Pick<LoginCall, "loginId">,
    accountId: number,
    application: string,
  ): Promise<IndexedConnection[]> {
    return this.#list(login, "account_id = ? AND application = ?", accountId, application);
  }

  /** Returns the ids of active connections that belong to former billing systems. */
  async former(limit: number): Promise<string[]> {
    const query = "SELECT id FROM connections WHERE ended_at IS NULL AND billing_system <> ? LIMIT ?";
    const { results } = await statement(this.#db, query, this.#billingSystem, limit).all<{ id: string }>();
    return results.map(({ id }) => id);
  }

  /** Counts the matching active connections, and the logins and accounts that they belong to. */
  async countActive({ by, id }: ConnectionsOf): Promise<ConnectionCounts> {
    const query = `SELECT count(*) AS connections, count(DISTINCT login_id) AS logins, count(DISTINCT account_id) AS accounts
      FROM connections WHERE ${NAMED_BY[by]} = ? AND billing_system = ? AND ended_at IS NULL`;
    const counts = await statement(this.#db, query, id, this.#billingSystem).first<ConnectionCounts>();
    return counts ?? { connections: 0, logins: 0, accounts: 0 };
  }

  /**
   * Finds matching connections, newest first, and counts all matches.
   * @param of the criterion; `null` for all connections
   * @param isActive whether to find only active connections
   */
  async find(
    of: ConnectionsOf | null,
    limit: number,
    isActive = false,
  ): Promise<{ found: IndexedConnection[]; total: number }> {
    const meant = [...(of ? [`${NAMED_BY[of.by]} = ?2`] : []), ...(isActive ? ["ended_at IS NULL"] : [])];
    const from = `FROM connections WHERE ${["billing_system = ?1", ...meant].join(" AND ")}`;
    const values = of ? [this.#billingSystem, of.id] : [this.#billingSystem];
    const [found, count] = await this.#db.batch<IndexedConnection & { total: number }>([
      statement(this.#db, `SELECT ${COLUMNS} ${from} ORDER BY made_at DESC, id LIMIT ${limit}`, ...values),
      statement(this.#db, `SELECT count(*) AS total ${from}`, ...values),
    ]);
    return { found: found?.results ?? [], total: count?.results[0]?.total ?? 0 };
  }

  async #insert(insert: string, { id, loginId, accountId, application, madeAt }: Agreement): Promise<void> {
    const row = `${insert} connections (id, billing_system, login_id, account_id, application, made_at) VALUES (?, ?, ?, ?, ?, ?)`;
    const values = [id, this.#billingSystem, loginId, accountId, application, Date.parse(madeAt)];
    await statement(this.#db, row, ...values).run();
  }

  async #list(
    { loginId }: Pick<LoginCall, "loginId">,
    condition: string,
    ...values: (number | string)[]
  ): Promise<IndexedConnection[]> {
    const query = `SELECT ${COLUMNS} FROM connections
      WHERE login_id = ? AND ${condition} AND billing_system = ? ORDER BY made_at DESC, id`;
    const listed = statement(this.#db, query, loginId, ...values, this.#billingSystem);
    return (await listed.all<IndexedConnection>()).results;
  }
}
