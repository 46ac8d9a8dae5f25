import { type ActorQuery, PERMISSIONS } from "../../../../shared/billing-contract/call.ts";
import type { AccountReference, Holding, Page } from "../../../../shared/billing-contract/customer.ts";
import { type ActorRefused, type BillingResult, failure, ok } from "../../../../shared/billing-contract/result.ts";
import type { DatabaseName } from "../../../../shared/holds/holds.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { Currency, MinorUnits } from "../../../../shared/platform/money.ts";
import { type BillingClock, CLOCK_OFFSET } from "../clock/billing-clock.ts";
import type { Registrant } from "../registrar/registrar.ts";
import type { Seller } from "../seller/seller.ts";
import {
  type NamedStatements,
  namedRows,
  part,
  type RowsOf,
  raw,
  type SqlPart,
  sql,
  type TypedStatement,
} from "./sql.ts";

/** The engine's database, and the settings that one call needs. */
export interface Store {
  db: D1Database;
  accounts: AccountStore;
  clock: BillingClock;
  /** The seller named on invoices. */
  seller: Seller;
  /** Whether an order through the API needs a saved card on the account. */
  ordersNeedCard: boolean;
  /** Whether automatic renewals are charged to saved cards. */
  chargesCards: boolean;
  /** The id of the request or scheduled run, for log lines. */
  requestId: string;
}

/** The name of the engine's database in the list of stores on hold. */
export const DATABASE: DatabaseName = "billing-database";

/** The data that was read, or the reason why the actor may not read it. */
export type AuthorizedResult<Value> = BillingResult<Value, ActorRefused>;

/** A query for one page of an account's rows. */
export interface AccountList {
  /** The `SELECT … FROM …` part, without `WHERE`. */
  select: string;
  /** The column that contains the account id. */
  accountColumn: string;
  conditions: SqlPart[];
  /** The columns that together identify a row, in sort order. */
  orderBy: string;
  limit: number;
}

/** An account and other rows, read in one transaction. */
export interface AccountState<Named extends NamedStatements = Record<never, never>> {
  account: EngineAccount;
  facts: AccountFacts;
  /** The account's revision, for optimistic locking in {@link AccountStore.write}. */
  revision: number;
  /** How far the demonstration's clock is ahead, in milliseconds. */
  clockOffsetMs: number;
  rows: RowsOf<Named>;
}

/**
 * The repository of account data, with access control. Each transaction for an actor also checks the actor's
 * permissions. {@link page} limits every list to the actor's account.
 */
export class AccountStore {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  async authorize(query: ActorQuery): Promise<AuthorizedResult<EngineAccount>> {
    const read = await this.read(query, {});
    return read.ok ? ok(read.value.account) : read;
  }

  /**
   * Runs statements in the same transaction that checks the actor's permissions. The caller must limit the statements
   * to the actor's account.
   */
  async read<Named extends NamedStatements>(
    query: ActorQuery,
    reads: Named,
  ): Promise<AuthorizedResult<{ account: EngineAccount; rows: RowsOf<Named> }>> {
    return this.#authorized<ActorRow, Named>(query, ACTOR_COLUMNS, reads);
  }

  /** Returns one page of a list. Reads one extra row to find out whether there is a next page. */
  async page<Row, Item, Key>(
    query: ActorQuery,
    list: AccountList,
    toItem: (row: Row, account: EngineAccount) => Item,
    toKey: (item: Item) => Key,
  ): Promise<AuthorizedResult<Page<Item, Key>>> {
    const { select, accountColumn, conditions, orderBy, limit } = list;
    const where = conditions.reduce(
      (terms, condition) => part`${terms} AND (${condition})`,
      part`(${raw(accountColumn)} = ${query.accountId})`,
    );
    const data = sql(this.#db)<Row>`${raw(select)} WHERE ${where} ORDER BY ${raw(orderBy)} LIMIT ${limit + 1}`;
    const read = await this.read(query, { data });
    if (!read.ok) return read;

    const {
      account,
      rows: { data: rows },
    } = read.value;
    const items = rows.slice(0, limit).map((row) => toItem(row, account));
    const last = rows.length > limit ? items.at(-1) : undefined;
    return ok({ account, items, next: last ? toKey(last) : null });
  }

  /** Works like {@link read}, and also returns the account's facts, revision and clock offset. */
  async state<Named extends NamedStatements>(
    query: ActorQuery,
    reads: Named,
  ): Promise<AuthorizedResult<AccountState<Named>>> {
    const read = await this.#authorized<StateRow, Named>(query, STATE_COLUMNS, reads);
    if (!read.ok) return read;
    const { account, row, rows } = read.value;
    return ok({ account, facts: toFacts(row), revision: row.revision, clockOffsetMs: row.clock_offset_ms, rows });
  }

  /**
   * Writes in one transaction, if the actor still has the permissions and the account still has the revision.
   * @returns the rows of the last statement
   * @throws {@link RevisionConflict} if one of these conditions is not met, or if a constraint fails; nothing is
   *   written
   */
  write<Row = never>(query: ActorQuery, revision: number, statements: TypedStatement<Row>[]): Promise<Row[]> {
    const { accountId, loginId } = query;
    const permissions = JSON.stringify(query.permissions);
    const granted = part`SELECT permission FROM account_login_permissions p
      WHERE p.login_id = ${loginId} AND p.account_id = ${accountId}`;
    // If the permissions or the revision have changed, this statement sets a NOT NULL column to NULL, which fails the
    // transaction.
    const guard = sql(this.#db)`
      UPDATE accounts SET revision = CASE WHEN revision = ${revision}
        AND EXISTS (SELECT 1 FROM account_logins m WHERE m.login_id = ${loginId} AND m.account_id = ${accountId}
          AND (m.owner = 1
            OR NOT EXISTS (SELECT 1 FROM json_each(${permissions}) WHERE value NOT IN (${granted}))))
        THEN revision + 1 END
      WHERE id = ${accountId}`;
    return this.#transaction([guard, ...statements]);
  }

  /**
   * Writes for the engine, for example in a scheduled job, without an actor. Increments the account's revision.
   * @param revision the expected revision; `null` if the statements have their own conditions
   * @returns the rows of the last statement
   * @throws {@link RevisionConflict} if the account has another revision, or if a constraint fails; nothing is written
   */
  writeAsEngine<Row = never>(
    accountId: number,
    revision: number | null,
    statements: TypedStatement<Row>[],
  ): Promise<Row[]> {
    // If the account has another revision, this statement sets a NOT NULL column to NULL, which fails the transaction.
    const bump = sql(this.#db)`
      UPDATE accounts SET revision = CASE WHEN ${revision} IS NULL OR revision = ${revision} THEN revision + 1 END
      WHERE id = ${accountId}`;
    return this.#transaction([bump, ...statements]);
  }

  /** @throws if the account does not exist */
  async revision(accountId: number): Promise<number> {
    const revision = await sql(this.#db)`SELECT revision FROM accounts WHERE id = ${accountId}`.first<number>(
      "revision",
    );
    if (revision === null) throw new Error("there is no such account");
    return revision;
  }

  async managedBy(loginId: number): Promise<EngineHolding[]> {
    const { results } = await sql(this.#db)`SELECT ${raw(ACTOR_COLUMNS)} ${raw(MANAGED_ACCOUNTS)}
      WHERE m.login_id = ${loginId} ORDER BY a.id`.all<ActorRow>();
    return results.map(holding);
  }

  /** @returns the rows of the last statement */
  async #transaction<Row>(statements: D1PreparedStatement[]): Promise<Row[]> {
    try {
      return (await this.#db.batch<Row>(statements)).at(-1)?.results ?? [];
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      throw /constraint failed/i.test(message) ? new RevisionConflict(message, { cause: error }) : error;
    }
  }

  async #authorized<Row extends ActorRow, Named extends NamedStatements>(
    query: ActorQuery,
    columns: string,
    reads: Named,
  ): Promise<AuthorizedResult<{ account: EngineAccount; row: Row; rows: RowsOf<Named> }>> {
    const actor = sql(this.#db)<Row>`SELECT ${raw(columns)} ${raw(MANAGED_ACCOUNTS)}
      WHERE m.login_id = ${query.loginId} AND m.account_id = ${query.accountId}`;
    const [found, ...results] = await this.#db.batch([actor, ...Object.values(reads)]);
    const [row] = namedRows({ actor }, found ? [found] : []).actor;
    if (!row) return failure({ code: "access_lost" });
    const { id, name, currency, permissions: held } = holding(row);
    const permission = query.permissions.find((needed) => !held.includes(needed));
    if (permission) return failure({ code: "permission_denied", permission });
    return ok({ account: { id, name, currency }, row, rows: namedRows(reads, results) });
  }
}

/** An account in the engine. Its currency always has a price list. */
export interface EngineAccount extends AccountReference {
  currency: Currency;
}

/** An account that a login manages, with the login's permissions. */
export type EngineHolding = Holding & EngineAccount;

/**
 * The error thrown if a constraint fails, usually because the account changed after it was read. The caller reads the
 * account again and retries. A repeated failure on an unchanged account is a real error.
 */
export class RevisionConflict extends Error {
  override name = "RevisionConflict";
}

interface StateRow extends ActorRow, AccountFactsRow {
  revision: number;
  clock_offset_ms: number;
}

/** SQL: the columns of an {@link ActorRow}, selected from `MANAGED_ACCOUNTS`. */
const ACTOR_COLUMNS = `
  a.id, a.name, a.currency, m.owner AS is_owner,
  (SELECT json_group_array(p.permission) FROM account_login_permissions p
    WHERE p.login_id = m.login_id AND p.account_id = m.account_id) AS permissions`;
const MANAGED_ACCOUNTS = "FROM account_logins m JOIN accounts a ON a.id = m.account_id AND a.closed_at IS NULL";

interface ActorRow {
  id: number;
  name: string;
  currency: Currency;
  is_owner: 0 | 1;
  /** A JSON array of permissions. */
  permissions: string;
}

function holding({ id, name, currency, is_owner, permissions }: ActorRow): EngineHolding {
  const granted: string[] = JSON.parse(permissions);
  const held = PERMISSIONS.filter((permission) => is_owner === 1 || granted.includes(permission));
  return { id, name, currency, owner: is_owner === 1, permissions: held };
}

/** The registrant details that a customer enters, in addition to company, e-mail address, country and province. */
export type Contact = Pick<Registrant, "firstName" | "lastName" | "street" | "city" | "postalCode" | "phone">;

/** The account data that orders and invoices depend on. */
export interface AccountFacts {
  company: string | null;
  email: string;
  /** The contact details; `null` until the customer has entered them. */
  contact: Contact | null;
  country: string;
  province: string | null;
  businessNumber: string | null;
  credit: MinorUnits;
  hasCard: boolean;
  /** Whether automatic renewals may be charged to the saved card. {@link CHARGES_CARD} explains the conditions. */
  chargesCard: boolean;
  /** The owner, who receives the e-mails; `null` if the account has no owner. */
  owner: { email: string; language: Language } | null;
}

/** SQL: a column with the owner of an account `a`, as JSON. */
const OWNER = `(SELECT json_object('email', l.email, 'language', l.language)
    FROM account_logins o JOIN logins l ON l.id = o.login_id
    WHERE o.account_id = a.id AND o.owner = 1 ORDER BY l.id LIMIT 1) AS owner`;

/** SQL: whether an account `a` has a saved card. */
const HAS_CARD = "EXISTS (SELECT 1 FROM saved_cards WHERE account_id = a.id)";

/**
 * The value stored instead of Stripe's ids for the sandbox's card. That card is never charged, even after Stripe is set
 * up.
 */
export const SANDBOX_CARD = "demonstration";

/**
 * The domain of placeholder e-mail addresses, for erased logins and accounts and for logins that lost their address.
 */
export const ERASED_DOMAIN = "erased.invalid";

/**
 * SQL: whether the saved card of an account `a` may be charged. After a disputed payment, no charge is allowed until
 * the provider wins the dispute, the bank's inquiry is closed, or the customer saves a card on a later day.
 */
export const CHARGES_CARD = `EXISTS (SELECT 1 FROM saved_cards c WHERE c.account_id = a.id
  AND c.payment_method <> '${SANDBOX_CARD}' AND NOT EXISTS
  (SELECT 1 FROM payments WHERE account_id = a.id AND disputed_on >= date(c.agreed_at / 1000, 'unixepoch')))`;

/** SQL: the columns of an {@link AccountFactsRow}, selected from `accounts a`. */
export const ACCOUNT_FACTS = `
  a.company, a.email, a.contact, a.country, a.province, a.business_number AS businessNumber, a.credit, ${HAS_CARD} AS hasCard,
  ${CHARGES_CARD} AS chargesCard,
  ${OWNER}`;

/** A row with an account's facts. `contact` and `owner` are JSON. */
export type AccountFactsRow = Omit<AccountFacts, "contact" | "hasCard" | "chargesCard" | "owner"> & {
  contact: string | null;
  hasCard: 0 | 1;
  chargesCard: 0 | 1;
  owner: string | null;
};

/** Returns an account's current owner; `null` if the account has no owner. */
export async function readOwner(db: D1Database, accountId: number): Promise<AccountFacts["owner"]> {
  const owner = await sql(db)`SELECT ${raw(OWNER)} FROM accounts a WHERE a.id = ${accountId}`.first<string>("owner");
  return owner === null ? null : JSON.parse(owner);
}

export function toFacts(row: AccountFactsRow): AccountFacts {
  const { company, email, contact, country, province, businessNumber, credit, hasCard, chargesCard, owner } = row;
  return {
    ...{ company, email, country, province, businessNumber, credit },
    contact: contact === null ? null : JSON.parse(contact),
    hasCard: hasCard === 1,
    chargesCard: chargesCard === 1,
    owner: owner === null ? null : JSON.parse(owner),
  };
}

/** SQL: the columns of a {@link StateRow}. */
const STATE_COLUMNS = `${ACTOR_COLUMNS}, ${ACCOUNT_FACTS}, a.revision, ${CLOCK_OFFSET} AS clock_offset_ms`;
