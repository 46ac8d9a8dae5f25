import type { ConnectionCounts, ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import { statement } from "../../../shared/platform/statement.ts";
import type { AccountServices } from "../composition.ts";

/** Whose a connection is, by the list in D1. */
export interface IndexedPlace {
  id: string;
  loginId: number;
  accountId: number;
  application: string;
}

/** The list of connections of the deployment's billing system: of everybody, ended ones included. */
type Index = Pick<AccountServices, "db" | "billingSystem">;

/** The column of each way to name connections. */
const COLUMNS: Record<ConnectionsOf["by"], string> = {
  connection: "id",
  application: "application",
  login: "login_id",
  account: "account_id",
};

/** How many of those that are meant have not ended, and of whom. */
export async function countActive({ db, billingSystem }: Index, { by, id }: ConnectionsOf): Promise<ConnectionCounts> {
  const query = `SELECT count(*) AS connections, count(DISTINCT login_id) AS logins, count(DISTINCT account_id) AS accounts
    FROM connections WHERE ${COLUMNS[by]} = ? AND billing_system = ? AND ended_at IS NULL`;
  const row = await statement(db, query, id, billingSystem).first<ConnectionCounts>();
  return row ?? { connections: 0, logins: 0, accounts: 0 };
}

/**
 * Those that are meant, the newest first, and how many there are.
 * @param of null: all
 * @param isActive only those that have not ended
 */
export async function indexedConnections(
  { db, billingSystem }: Index,
  of: ConnectionsOf | null,
  limit: number,
  isActive = false,
): Promise<{ found: IndexedPlace[]; total: number }> {
  const meant = [...(of ? [`${COLUMNS[of.by]} = ?2`] : []), ...(isActive ? ["ended_at IS NULL"] : [])];
  const where = ["billing_system = ?1", ...meant].join(" AND ");
  const values = of ? [billingSystem, of.id] : [billingSystem];
  const query = (columns: string, end = "") =>
    statement(db, `SELECT ${columns} FROM connections WHERE ${where} ${end}`, ...values);
  const [found, count] = await db.batch<IndexedPlace & { total: number }>([
    query("id, login_id AS loginId, account_id AS accountId, application", `ORDER BY made_at DESC, id LIMIT ${limit}`),
    query("count(*) AS total"),
  ]);
  return { found: found?.results ?? [], total: count?.results[0]?.total ?? 0 };
}

/** Whether something of an account is listed: the object of another one is never made by looking at it. */
export async function isIndexedAccount({ db, billingSystem }: Index, account: number): Promise<boolean> {
  const tables = ["connections", "stuck_actions", "failed_mails"];
  const ofAccount = tables.map((table) => `SELECT 1 FROM ${table} WHERE account_id = ?1 AND billing_system = ?2`);
  return (await statement(db, ofAccount.join(" UNION "), account, billingSystem).first()) !== null;
}
