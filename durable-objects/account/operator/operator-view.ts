import type { ShownRow } from "../../../shared/operator-contract/answers.ts";

/** A journal row as the operator sees it. Times are in epoch milliseconds. */
export type JournalEntry = {
  reference: string;
  operation: string;
  target: string | null;
  login: number;
  state: string;
  /** The reason why the action is stuck; `null` if it is not stuck. */
  reason: string | null;
  sentAt: number | null;
  settledAt: number | null;
  /** The order that the action created; `null` if it created none or the order is unknown. */
  order: number | null;
  /** The code of the stored problem; `null` if there is none. */
  code: string | null;
};

/** An entry of the action log, from any application or from the client area. */
export type LoggedWrite = {
  at: number;
  login: number;
  /** `null`, like `connection`, if the login made the change in the client area. */
  application: string | null;
  connection: string | null;
  operation: string;
  target: string | null;
  outcome: string;
  status: number | null;
  code: string | null;
  /** `http` or `mcp` for a connection; `by hand` for a change in the client area. */
  via: string;
  requestId: string;
};

/** A filter for log entries. A field that is `null` matches every entry. */
export interface OperatorFilter {
  requestId: string | null;
  /** The target as text, such as `domain:example.com`. */
  target: string | null;
  limit: number;
}

/** The selection of entries to erase. */
export interface ErasedEntries {
  /** `null` selects the entries of all logins. */
  loginId: number | null;
  /** The time of the newest entries to erase, in epoch milliseconds; `null` erases entries of any age. */
  until: number | null;
}

/** The tables of an account's object that can be exported. */
export const EXPORTED_TABLES = ["actions", "journal", "approvals"] as const;
export type AccountExportTable = (typeof EXPORTED_TABLES)[number];

/** The selection of rows to export from a table. */
export interface ExportedEntries {
  /** `null` selects the entries of all logins. */
  loginId: number | null;
  limit: number;
  offset: number;
}

/** An action that the journal records as done. */
export interface DoneWrite {
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  orderId: number | null;
  /** Time at which the action was sent, in epoch milliseconds. */
  sentAt: number;
}

/** The methods of an account's object that serve only operators. */
export interface AccountOperatorView {
  journalEntries(): Promise<JournalEntry[]>;
  /** Returns the actions that were sent after `instant` and that the journal records as done, oldest first. */
  doneSince(instant: number): Promise<DoneWrite[]>;
  /** Returns the number of selected actions that are not settled. */
  openActions(entries: ErasedEntries): Promise<number>;
  loggedActions(filter: OperatorFilter): Promise<LoggedWrite[]>;
  /** Returns rows of a table in a fixed order. Times are in epoch milliseconds. */
  exportRows(table: AccountExportTable, entries: ExportedEntries): Promise<ShownRow[]>;
  /**
   * Deletes entries and settled keys, except for keys that a retry may still need.
   * @returns the number of open actions; if it is not 0, nothing was deleted
   */
  erase(entries: ErasedEntries): Promise<number>;
}

const MAX_ROWS = 1_000;
/** SQL: the states of actions that may still be done, or that may have been done without a recorded outcome. */
const OPEN = "('RESERVED', 'SENDING', 'PLACED', 'STUCK')";
const OF_LOGIN = "(?1 IS NULL OR login_id = ?1)";

const JOURNAL = `reference, operation, target, login_id AS login, state,
  stuck_reason AS reason,
  sent_at AS sentAt, settled_at AS settledAt, json_extract(value, '$.orderId') AS "order", json_extract(problem, '$.code') AS code`;
const ACTIONS = `at, login_id AS login, application, connection, operation, target, outcome, status, code,
  iif(connection IS NULL, 'by hand', via) AS via, request_id AS requestId`;

/**
 * The queries of the exported tables. They return the oldest rows first, so that a new row does not shift earlier
 * pages.
 */
const EXPORTS: Record<AccountExportTable, string> = {
  actions: `SELECT ${ACTIONS} FROM actions WHERE ${OF_LOGIN} ORDER BY actions.at, id`,
  journal: `SELECT ${JOURNAL} FROM journal WHERE ${OF_LOGIN} ORDER BY coalesce(sent_at, 9e15), reference`,
  approvals: `SELECT id, connection, login_id AS login, application, operation, target, state, asked_at AS askedAt,
    decided_at AS decidedAt, ends_at AS endsAt FROM approval_requests WHERE ${OF_LOGIN} ORDER BY asked_at, id`,
};

/**
 * The reads and the erasure that the operator console performs in an account's object. The results contain no keys,
 * digests or approval statements. From the billing system's replies, they contain only order ids and problem codes.
 */
export class OperatorView {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Returns up to {@link MAX_ROWS} rows of the journal, newest first. */
  journal(): JournalEntry[] {
    const query = `SELECT ${JOURNAL} FROM journal ORDER BY coalesce(sent_at, 9e15) DESC, reference LIMIT ${MAX_ROWS}`;
    return this.#sql.exec<JournalEntry>(query).toArray();
  }

  doneSince(instant: number): DoneWrite[] {
    const query = `SELECT reference, login_id AS loginId, operation, target, json_extract(value, '$.orderId') AS orderId,
      sent_at AS sentAt FROM journal WHERE state = 'DONE' AND sent_at > ? ORDER BY sent_at, reference`;
    return this.#sql.exec<Record<keyof DoneWrite, SqlStorageValue>>(query, instant).toArray() as unknown as DoneWrite[];
  }

  /** Returns log entries of all applications and of the client area, newest first. */
  actions({ requestId, target, limit }: OperatorFilter): LoggedWrite[] {
    const query = `SELECT ${ACTIONS} FROM actions WHERE (?1 IS NULL OR request_id = ?1) AND (?2 IS NULL OR target = ?2)
      ORDER BY at DESC, id DESC LIMIT ?3`;
    return this.#sql.exec<LoggedWrite>(query, requestId, target, Math.min(limit, MAX_ROWS)).toArray();
  }

  openActions({ loginId, until }: ErasedEntries): number {
    const query = `SELECT COUNT(*) AS count FROM journal
      WHERE state IN ${OPEN} AND ${OF_LOGIN} AND (?2 IS NULL OR sent_at <= ?2)`;
    return this.#sql.exec<{ count: number }>(query, loginId, until).one().count;
  }

  exported(table: AccountExportTable, { loginId, limit, offset }: ExportedEntries): ShownRow[] {
    return this.#sql
      .exec<Record<string, string | number | null>>(`${EXPORTS[table]} LIMIT ?2 OFFSET ?3`, loginId, limit, offset)
      .toArray();
  }

  /**
   * Deletes the entries of one login, or of all logins. Keys that were settled after `keysSettledBy` stay until they
   * expire, because a retry with a deleted key would place the order again. Do not call this method for an account with
   * open actions.
   */
  erase({ loginId, until }: ErasedEntries, keysSettledBy: number): void {
    const isErased = (at: string) => `${OF_LOGIN} AND ${at} <= ?2`;
    const keys = `${OF_LOGIN} AND settled_at <= ?2`;
    const last = until ?? Number.MAX_SAFE_INTEGER;
    const statements: [sql: string, last: number][] = [
      [`DELETE FROM approval_requests WHERE ${isErased("asked_at")}`, last],
      [`DELETE FROM actions WHERE ${isErased("at")}`, last],
      [`DELETE FROM journal WHERE ${keys}`, keysSettledBy],
    ];
    for (const [sql, at] of statements) this.#sql.exec(sql, loginId, at);
  }
}
