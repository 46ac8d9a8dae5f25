import { runInDurableObject } from "cloudflare:test";
import { accountObjectName } from "../../../durable-objects/account/account-port.ts";
import { bindings } from "../support/bindings.ts";
import { connected, recordOf, type TestConnection } from "../support/test-connection.ts";

/** The owner of the planted rows. Every row contains the mark. */
export interface Planted {
  mark: string;
  billingSystem: string;
  login: number;
  account: number;
}

const db = bindings.INDEX;
const objectOf = ({ billingSystem, account }: Planted) =>
  bindings.ACCOUNT.getByName(accountObjectName(billingSystem, account));

/**
 * Adds a row to most of the tables with personal data.
 * @param at the time of the rows, in epoch milliseconds
 * @returns the connection of the rows
 */
export async function plant(planted: Planted, at: number): Promise<TestConnection> {
  const { mark, login, account } = planted;
  const ofConnection = { name: mark, application: mark, loginId: login, accountId: account };
  const [connection, { access_token, refresh_token }] = await connected(ofConnection);
  await connection.admit(access_token, 1, recordOf(mark));
  await connection.refreshed(refresh_token);
  await plantInDatabase(planted, connection.id, at);
  await runInDurableObject(objectOf(planted), (_, { storage: { sql } }) => {
    const insert = (into: string, ...values: (string | number | null)[]) =>
      sql.exec(`INSERT INTO ${into} VALUES (${values.map(() => "?").join()})`, ...values);
    const whose = [login, mark, connection.id] as const;
    insert("actions", at, mark, ...whose, "orderPlan", mark, "done", 201, null, "http", mark, mark);
    insert(
      "journal (key, fingerprint, operation, login_id, account_id, lock, target, entry_id, state, reference, lookups, settled_at)",
      ...[mark, mark, "orderPlan", login, account, mark, mark, mark, "DONE", mark, 0, at],
    );
    insert(
      "approval_requests (id, connection, login_id, application, operation, fingerprint, state, asked_at, ends_at, digest)",
      ...[mark, connection.id, login, mark, "orderPlan", mark, "DECLINED", at, at, mark],
    );
  });
  return connection;
}

async function plantInDatabase({ mark, billingSystem, login, account }: Planted, id: string, at: number) {
  const insert = (into: string, ...values: (string | number | null)[]) =>
    db.prepare(`INSERT INTO ${into} VALUES (${values.map(() => "?").join()})`).bind(...values);
  const action = [billingSystem, account, mark] as const;
  await db.batch([
    insert("connections", id, billingSystem, login, account, mark, at, null),
    insert("signed_in_sessions", mark, login, at, at, "Firefox, Linux"),
    insert("clients (id, kind, record, registered_at, used_at)", mark, "registered", "{}", at, at),
    insert("stuck_actions", ...action, login, "orderPlan", mark, "STUCK", "late", at, at, at),
    insert(
      "settle_instructions (billing_system, account_id, reference, outcome, because, asked_at, state)",
      ...[...action, "done", mark, at, "carried_out"],
    ),
    db
      .prepare("INSERT INTO settled_actions SELECT id, ?, 'orderPlan', ?, ? FROM settle_instructions WHERE because = ?")
      .bind(login, mark, at, mark),
    insert(
      "failed_mails (connection_id, billing_system, login_id, account_id, kind, failed_at)",
      ...[id, billingSystem, login, account, mark, at],
    ),
    insert("operator_ends", id, billingSystem, login, mark, at),
  ]);
}

/** Returns the rows in the database and in the account object that contain the mark or the connection, by table. */
export async function rowsWith(planted: Planted, connection: TestConnection): Promise<Record<string, unknown[]>> {
  const isMeant = (row: unknown) => [planted.mark, connection.id].some((text) => JSON.stringify(row).includes(text));
  const { results } = await db.prepare(TABLES).all<{ name: string }>();
  const found: Record<string, unknown[]> = {};
  const keep = (name: string, rows: unknown[]) => {
    const meant = rows.filter(isMeant);
    if (meant.length > 0) found[name] = meant;
  };
  for (const { name } of results) keep(name, (await db.prepare(`SELECT * FROM ${name}`).all()).results);
  await runInDurableObject(objectOf(planted), (_, { storage: { sql } }) => {
    for (const { name } of sql.exec<{ name: string }>(TABLES).toArray())
      keep(`object ${name}`, sql.exec(`SELECT * FROM ${name}`).toArray());
  });
  return found;
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
  AND name NOT GLOB 'd1_*' ORDER BY name`;
