import { type ActorQuery, PERMISSIONS } from "../../../../shared/billing-contract/actor.ts";
import type { AccountReference, ManagedAccount, Page } from "../../../../shared/billing-contract/customer.ts";
import type { ActorRefused, BillingResult } from "../../../../shared/billing-contract/result.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { CLOCK_OFFSET } from "../clock/billing-clock.ts";
import { ACCOUNT_FACTS, type AccountFacts, type AccountFactsRow, toFacts } from "./account-facts.ts";
import { found } from "./results.ts";

/** What the gate gives: the data, or why the asker may not have it. */
export type Gated<Value> = BillingResult<Value, ActorRefused>;

/** A term of a WHERE clause with the values of its `?` marks. */
export interface Condition {
  sql: string;
  values: (string | number)[];
}

/** A list of what an account has. */
export interface AccountList {
  /** `SELECT … FROM …`, up to where WHERE would begin. */
  select: string;
  /** The column with the id of the account that a row belongs to. */
  accountColumn: string;
  conditions: Condition[];
  /** The list's order; what it names identifies a row. */
  orderBy: string;
  limit: number;
}

/** What an action is judged by, as of one transaction. */
export interface AccountState {
  account: AccountReference;
  facts: AccountFacts;
  /** Counts the changes of the account; for {@link AccountGate.write}. */
  revision: number;
  /** How far the demonstration's clock is ahead. */
  clockOffsetMs: number;
  /** One for each statement. */
  results: D1Result[];
}

/**
 * The one door to what accounts hold. Who asks is checked in the very transaction that reads the data, and it is the
 * gate that binds each query to the account, so that neither can be left out.
 */
export class AccountGate {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Whether the asker manages the account and holds the permissions. */
  async authorize(query: ActorQuery): Promise<Gated<AccountReference>> {
    const answered = await this.#ask(query);
    return answered.ok ? found(answered.value.account) : answered;
  }

  /** The account's own row of a `SELECT … FROM …`. */
  async one<Row>(query: ActorQuery, select: string, accountColumn: string): Promise<Gated<Row>> {
    const data = this.#db.prepare(`${select} WHERE ${accountColumn} = ?`).bind(query.accountId);
    const answered = await this.#ask<Row>(query, data);
    return answered.ok ? found(answered.value.rows[0] as Row) : answered;
  }

  /** One page of a list. One row more than a page is read, so that the last page is known to be the last. */
  async page<Row, Item, Key>(
    query: ActorQuery,
    list: AccountList,
    toItem: (row: Row, account: AccountReference) => Item,
    toKey: (item: Item) => Key,
  ): Promise<Gated<Page<Item, Key>>> {
    const terms = [{ sql: `${list.accountColumn} = ?`, values: [query.accountId] }, ...list.conditions];
    const where = terms.map(({ sql }) => `(${sql})`).join(" AND ");
    const data = this.#db
      .prepare(`${list.select} WHERE ${where} ORDER BY ${list.orderBy} LIMIT ?`)
      .bind(...terms.flatMap(({ values }) => values), list.limit + 1);
    const answered = await this.#ask<Row>(query, data);
    if (!answered.ok) return answered;

    const { account, rows } = answered.value;
    const items = rows.slice(0, list.limit).map((row) => toItem(row, account));
    const last = rows.length > list.limit ? items.at(-1) : undefined;
    return found({ account, items, next: last ? toKey(last) : null });
  }

  /** The account's state with what the statements give, in one transaction. They are bound to the account by the caller. */
  async state(query: ActorQuery, statements: D1PreparedStatement[]): Promise<Gated<AccountState>> {
    const [actors, facts, ...results] = await this.#db.batch([
      this.#actor(query),
      this.#db.prepare(STATE).bind(query.accountId),
      ...statements,
    ]);
    const judged = judge(query, actors?.results[0] as ActorRow | undefined);
    if (!judged.ok) return judged;
    const row = facts?.results[0] as StateRow;
    return found({
      account: judged.value,
      facts: toFacts(row),
      revision: row.revision,
      clockOffsetMs: row.clock_offset_ms,
      results,
    });
  }

  /**
   * Writes in one transaction, and only while the asker still holds the permissions and the account is as it was at that
   * revision.
   * @throws {@link Overtaken} where it is not so, or where a constraint forbids it: then nothing is written
   */
  async write(query: ActorQuery, revision: number, statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const guard = this.#db
      .prepare(GUARD)
      .bind(query.accountId, revision, query.loginId, JSON.stringify(query.permissions));
    const [, ...results] = await batchOf(this.#db, [guard, ...statements]);
    return results;
  }

  /**
   * Writes of the engine itself, such as the passing of time. Whoever has read the account before sees it in the revision.
   * @param revision that the account had when it was read; null where the statements say themselves what they depend on
   * @throws {@link Overtaken} where it has another one, or where a constraint forbids it: then nothing is written
   */
  async writeItself(
    accountId: number,
    revision: number | null,
    statements: D1PreparedStatement[],
  ): Promise<D1Result[]> {
    const bump = this.#db.prepare(BUMP).bind(accountId, revision);
    const [, ...results] = await batchOf(this.#db, [bump, ...statements]);
    return results;
  }

  /** How often the account was changed. */
  async revision(accountId: number): Promise<number> {
    const revision = await this.#db
      .prepare(`SELECT ${revisionOf("?1")} AS revision`)
      .bind(accountId)
      .first<number>("revision");
    return revision ?? 0;
  }

  /** The accounts a login manages, by id. */
  async managedBy(loginId: number): Promise<ManagedAccount[]> {
    const { results } = await this.#db
      .prepare(`${MANAGED_ACCOUNTS} WHERE m.login_id = ? ORDER BY a.id`)
      .bind(loginId)
      .all<ActorRow>();
    return results.map(managedAccount);
  }

  /** One transaction: who asks, and the data if there is to be any. A batch does not type its statements apart. */
  async #ask<Row>(
    query: ActorQuery,
    data?: D1PreparedStatement,
  ): Promise<Gated<{ account: AccountReference; rows: Row[] }>> {
    const actor = this.#actor(query);
    const [actors, rows] = await this.#db.batch(data ? [actor, data] : [actor]);
    const judged = judge(query, actors?.results[0] as ActorRow | undefined);
    return judged.ok ? found({ account: judged.value, rows: (rows?.results ?? []) as Row[] }) : judged;
  }

  #actor({ loginId, accountId }: ActorQuery): D1PreparedStatement {
    return this.#db.prepare(`${MANAGED_ACCOUNTS} WHERE m.login_id = ? AND m.account_id = ?`).bind(loginId, accountId);
  }
}

/**
 * A constraint failed: something else happened to the account meanwhile, or to what other accounts have. Reading anew tells
 * what; where it tells nothing, the failure is an error.
 */
export class RevisionConflict extends Error {
  override name = "Overtaken";
}

async function batchOf(db: D1Database, statements: D1PreparedStatement[]): Promise<D1Result[]> {
  try {
    return await db.batch(statements);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    throw /constraint failed/i.test(message) ? new RevisionConflict(message, { cause: error }) : error;
  }
}

/** An SQL expression: the revision of the account that a column names. */
export function revisionOf(accountColumn: string): string {
  return `coalesce((SELECT revision FROM account_revisions WHERE account_id = ${accountColumn}), 0)`;
}

const STATE = `
  SELECT ${ACCOUNT_FACTS}, ${revisionOf("a.id")} AS revision,
    ${CLOCK_OFFSET} AS clock_offset_ms
  FROM accounts a WHERE a.id = ?`;

interface StateRow extends AccountFactsRow {
  revision: number;
  clock_offset_ms: number;
}

/** Fails by the column's NOT NULL, and the transaction with it. */
const GUARD = `
  INSERT INTO account_revisions (account_id, revision)
  VALUES (?1, CASE WHEN
    ${revisionOf("?1")} = ?2
    AND EXISTS (SELECT 1 FROM account_logins m WHERE m.login_id = ?3 AND m.account_id = ?1
      AND (m.owner = 1 OR NOT EXISTS (SELECT 1 FROM json_each(?4) WHERE value NOT IN
        (SELECT permission FROM account_login_permissions p WHERE p.login_id = ?3 AND p.account_id = ?1))))
    THEN ?2 + 1 END)
  ON CONFLICT (account_id) DO UPDATE SET revision = excluded.revision`;

/** Fails by the column's NOT NULL where another revision is expected. */
const BUMP = `
  INSERT INTO account_revisions (account_id, revision)
  VALUES (?1, CASE WHEN ?2 IS NULL OR ?2 = ${revisionOf("?1")} THEN ${revisionOf("?1")} + 1 END)
  ON CONFLICT (account_id) DO UPDATE SET revision = excluded.revision`;

const MANAGED_ACCOUNTS = `
  SELECT a.id, a.name, a.currency, m.owner,
    (SELECT json_group_array(p.permission) FROM account_login_permissions p
      WHERE p.login_id = m.login_id AND p.account_id = m.account_id) AS permissions
  FROM account_logins m JOIN accounts a ON a.id = m.account_id`;

interface ActorRow {
  id: number;
  name: string;
  currency: Currency;
  owner: 0 | 1;
  /** A JSON array. */
  permissions: string;
}

function judge({ permissions }: ActorQuery, row: ActorRow | undefined): Gated<AccountReference> {
  if (!row) return { ok: false, problem: { code: "access_lost" } };
  const { id, name, currency, permissions: held } = managedAccount(row);
  const permission = permissions.find((needed) => !held.includes(needed));
  return permission ? { ok: false, problem: { code: "permission_denied", permission } } : found({ id, name, currency });
}

function managedAccount({ id, name, currency, owner, permissions }: ActorRow): ManagedAccount {
  const granted: string[] = JSON.parse(permissions);
  const held = PERMISSIONS.filter((permission) => owner === 1 || granted.includes(permission));
  return { id, name, currency, owner: owner === 1, permissions: held };
}
