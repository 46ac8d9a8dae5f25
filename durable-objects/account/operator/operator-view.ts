import type { ShownRow } from "../../../shared/operator-contract/answers.ts";

/** A journal key as the operator sees it. Instants are epoch milliseconds. */
export type JournalEntry = {
  reference: string;
  operation: string;
  target: string | null;
  login: number;
  state: string;
  /** Why it is stuck; null if it is not. */
  reason: string | null;
  sentAt: number | null;
  settledAt: number | null;
  /** The order that it made; null if it made none or the order is unknown. */
  order: number | null;
  /** The code of its refusal. */
  code: string | null;
};

/** An entry of the action log, of any application. */
export type LoggedWrite = {
  at: number;
  login: number;
  /** Null, like `connection`, if the login made the change in the client area. */
  application: string | null;
  connection: string | null;
  operation: string;
  target: string | null;
  outcome: string;
  status: number | null;
  code: string | null;
  /** `http` or `mcp`; `by hand` without a connection. */
  via: string;
  requestId: string;
};

/** A filter of log entries. Null means all. */
export interface OperatorFilter {
  requestId: string | null;
  /** Such as `domain:example.com`. */
  target: string | null;
  limit: number;
}

/** The entries to erase. */
export interface ErasedEntries {
  /** Null: entries of all logins. */
  loginId: number | null;
  /** Epoch milliseconds. Newer entries stay. Null: all entries are erased. */
  until: number | null;
}

/** The tables of an account's object that can be exported. */
export const EXPORTED_TABLES = ["actions", "journal", "approvals"] as const;
export type AccountExportTable = (typeof EXPORTED_TABLES)[number];

/** The rows of a table to export. */
export interface ExportedEntries {
  /** Null: entries of all logins. */
  loginId: number | null;
  limit: number;
  offset: number;
}

/** An action that is done according to the journal. */
export interface DoneWrite {
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  orderId: number | null;
  /** Epoch milliseconds. */
  sentAt: number;
}

/** The part of an account's object that only the operator console calls. */
export interface AccountOperatorView {
  journalEntries(): Promise<JournalEntry[]>;
  /** Returns the actions sent after an instant that the journal has as done, oldest first. */
  doneSince(instant: number): Promise<DoneWrite[]>;
  /** Returns how many actions are open. */
  openActions(entries: ErasedEntries): Promise<number>;
  loggedActions(filter: OperatorFilter): Promise<LoggedWrite[]>;
  /** Returns rows of a table in a fixed order. Instants are epoch milliseconds. */
  exportRows(table: AccountExportTable, entries: ExportedEntries): Promise<ShownRow[]>;
  /**
   * Removes entries, except for keys that are still needed.
   * @returns how many actions are open; if any, nothing was removed
   */
  erase(entries: ErasedEntries): Promise<number>;
}

const MAX_ROWS = 1_000;
/** States in which an action may still be done, or was done without a report. */
const OPEN = "('RESERVED', 'SENDING', 'PLACED', 'STUCK')";
const OF_LOGIN = "(?1 IS NULL OR login_id = ?1)";

const JOURNAL = `reference, operation, target, login_id AS login, state,
  stuck_reason AS reason,
  sent_at AS sentAt, settled_at AS settledAt, json_extract(value, '$.orderId') AS "order", json_extract(problem, '$.code') AS code`;
const ACTIONS = `at, login_id AS login, application, connection, operation, target, outcome, status, code,
  iif(connection IS NULL, 'by hand', via) AS via, request_id AS requestId`;

/** The queries of the exported tables. Oldest first, so that new rows come last. */
const EXPORTS: Record<AccountExportTable, string> = {
  actions: `SELECT ${ACTIONS} FROM actions WHERE ${OF_LOGIN} ORDER BY actions.at, id`,
  journal: `SELECT ${JOURNAL} FROM journal WHERE ${OF_LOGIN} ORDER BY coalesce(sent_at, 9e15), reference`,
  approvals: `SELECT id, connection, login_id AS login, application, operation, target, state, asked_at AS askedAt,
    decided_at AS decidedAt, ends_at AS endsAt FROM approval_requests WHERE ${OF_LOGIN} ORDER BY asked_at, id`,
};

/**
 * The operator console's reads and erasure in an account's object. Returns no keys, no digests, no answers of the
 * billing system and no approval statements.
 */
export class OperatorView {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Returns the journal, newest first. */
  journal(): JournalEntry[] {
    const query = `SELECT ${JOURNAL} FROM journal ORDER BY coalesce(sent_at, 9e15) DESC, reference LIMIT ${MAX_ROWS}`;
    return this.#sql.exec<JournalEntry>(query).toArray();
  }

  /** Returns the actions that were sent after an instant and are done. */
  doneSince(instant: number): DoneWrite[] {
    const query = `SELECT reference, login_id AS loginId, operation, target, json_extract(value, '$.orderId') AS orderId,
      sent_at AS sentAt FROM journal WHERE state = 'DONE' AND sent_at > ? ORDER BY sent_at, reference`;
    return this.#sql.exec<Record<keyof DoneWrite, SqlStorageValue>>(query, instant).toArray() as unknown as DoneWrite[];
  }

  /** Returns action log entries of all applications, newest first. */
  actions({ requestId, target, limit }: OperatorFilter): LoggedWrite[] {
    const query = `SELECT ${ACTIONS} FROM actions WHERE (?1 IS NULL OR request_id = ?1) AND (?2 IS NULL OR target = ?2)
      ORDER BY at DESC, id DESC LIMIT ?3`;
    return this.#sql.exec<LoggedWrite>(query, requestId, target, Math.min(limit, MAX_ROWS)).toArray();
  }

  /** Returns how many actions are open. */
  openActions({ loginId, until }: ErasedEntries): number {
    const query = `SELECT COUNT(*) AS count FROM journal
      WHERE state IN ${OPEN} AND ${OF_LOGIN} AND (?2 IS NULL OR sent_at <= ?2)`;
    return this.#sql.exec<{ count: number }>(query, loginId, until).one().count;
  }

  /** Returns rows of an exported table. */
  exported(table: AccountExportTable, { loginId, limit, offset }: ExportedEntries): ShownRow[] {
    return this.#sql
      .exec<Record<string, string | number | null>>(`${EXPORTS[table]} LIMIT ?2 OFFSET ?3`, loginId, limit, offset)
      .toArray();
  }

  /**
   * Removes the entries of one login, or of all logins. Keys settled after an instant stay until they expire, because a
   * customer could order twice under a deleted key. Do not call it for an account with open actions.
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
