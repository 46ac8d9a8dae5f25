import { toBase62, toNumber } from "../../../shared/platform/base62.ts";
import type { ApprovableCommand } from "../account-command.ts";
import type { MailState } from "./approval-mail-queue.ts";
import { APPROVAL_STATES, type ApprovalState, type ApprovalStatement, type ApprovalView } from "./approval-port.ts";
import {
  APPROVAL_LIFETIME_MS,
  type Approval,
  type ApprovalEvent,
  type ApprovedContent,
  isOpen,
  transition,
} from "./approval-state.ts";

/** As long as the log entries that say what became of a request. */
const RETENTION_MS = 180 * 86_400_000;
/** Requests of one connection that may be open at a time. */
export const MAX_OPEN = 10;

/** A request as it is stored; instants are epoch milliseconds. */
export interface ApprovalRow extends Approval {
  id: string;
  connectionId: string;
  loginId: number;
  application: string;
  operation: ApprovableCommand;
  target: string | null;
  fingerprint: string;
  askedAt: number;
  statement: ApprovalStatement | null;
}

/** The content of a command, by which its request is found. */
interface Content {
  connectionId: string;
  fingerprint: string;
}

/** With whose it is. */
export interface AskedContent extends Content {
  loginId: number;
  application: string;
}

/** A request about to be stored. */
interface NewApproval extends ApprovedContent {
  command: AskedContent;
  statement: ApprovalStatement;
  mail: MailState;
}

type Stored = Omit<ApprovalRow, "state" | "statement"> & { state: string; statement: string | null };

const COLUMNS = `id, connection AS connectionId, login_id AS loginId, application, operation, target, fingerprint, state,
  asked_at AS askedAt, ends_at AS endsAt, statement, statement_digest AS statementDigest,
  standing_digest AS standingDigest, decided_at AS decidedAt`;
const OPEN = "state IN ('ASKED', 'APPROVED')";

/** The requests for approval of an account. A request keeps its statement while it is open. */
export class ApprovalRequests {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS approval_requests (
      id TEXT PRIMARY KEY, connection TEXT NOT NULL, login_id INTEGER NOT NULL, application TEXT NOT NULL,
      operation TEXT NOT NULL, target TEXT, fingerprint TEXT NOT NULL, state TEXT NOT NULL, asked_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL, statement TEXT, statement_digest TEXT NOT NULL, standing_digest TEXT NOT NULL,
      decided_at INTEGER, mail TEXT NOT NULL, mail_at INTEGER
    ) STRICT, WITHOUT ROWID`);
    sql.exec(
      `CREATE UNIQUE INDEX IF NOT EXISTS approval_requests_open ON approval_requests (connection, fingerprint) WHERE ${OPEN}`,
    );
    sql.exec(
      "CREATE INDEX IF NOT EXISTS approval_requests_content ON approval_requests (connection, fingerprint, ends_at)",
    );
    sql.exec("CREATE INDEX IF NOT EXISTS approval_requests_ends ON approval_requests (ends_at)");
    // A table of its own: the version before writes rows of the log without naming the columns.
    sql.exec(`CREATE TABLE IF NOT EXISTS approval_entries (
      entry_id TEXT PRIMARY KEY, request TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS approval_entries_request ON approval_entries (request)");
  }

  /** The request for the same content that is open, or was declined and still binds; null without one. */
  last({ connectionId, fingerprint }: Content, now: number): ApprovalRow | null {
    const query = `WHERE connection = ? AND fingerprint = ? AND (${OPEN} OR (state = 'DECLINED' AND ends_at > ?))
      ORDER BY state = 'DECLINED', ends_at DESC LIMIT 1`;
    return this.#all(query, connectionId, fingerprint, now)[0] ?? null;
  }

  get(id: string): ApprovalRow | null {
    return this.#all("WHERE id = ?", id)[0] ?? null;
  }

  /** The open requests of a connection, the newest first. */
  open(connectionId: string, now: number): ApprovalRow[] {
    return this.#all(`WHERE connection = ? AND ${OPEN} AND ends_at > ? ORDER BY asked_at DESC, id`, connectionId, now);
  }

  /** Every open request of the account. */
  allOpen(): ApprovalRow[] {
    return this.#all(`WHERE ${OPEN}`);
  }

  /** Stores a request. No other one for the same content may be open. */
  ask({ command, statement, mail, statementDigest, standingDigest }: NewApproval, now: number): ApprovalRow {
    const { connectionId, loginId, application, fingerprint } = command;
    const { operation, target } = statement;
    const id = toBase62(toNumber(crypto.getRandomValues(new Uint8Array(16))), 22);
    this.#sql.exec(
      `INSERT INTO approval_requests (id, connection, login_id, application, operation, target, fingerprint, state,
        asked_at, ends_at, statement, statement_digest, standing_digest, mail, mail_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'ASKED', ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, connectionId, loginId, application, operation, target, fingerprint, now, now + APPROVAL_LIFETIME_MS],
      ...[JSON.stringify(statement), statementDigest, standingDigest, mail, now],
    );
    return this.get(id) as ApprovalRow;
  }

  /** Applies an event. @returns the request as it is now */
  apply(row: ApprovalRow, event: ApprovalEvent): ApprovalRow {
    const next = transition(row, event);
    if (next === row) return row;
    const statement = isOpen(next) ? next.statement : null;
    this.#sql.exec(
      "UPDATE approval_requests SET state = ?, decided_at = ?, statement = ? WHERE id = ?",
      ...[next.state, next.decidedAt, statement === null ? null : JSON.stringify(statement), row.id],
    );
    return { ...next, statement };
  }

  /** Ends those whose time is over, and forgets those whose log entries are gone. */
  prune(now: number): void {
    for (const row of this.#all(`WHERE ${OPEN} AND ends_at <= ?`, now)) this.apply(row, { type: "aged", at: now });
    const old = "SELECT id FROM approval_requests WHERE ends_at <= ?";
    this.#sql.exec(`DELETE FROM approval_entries WHERE request IN (${old})`, now - RETENTION_MS);
    this.#sql.exec("DELETE FROM approval_requests WHERE ends_at <= ?", now - RETENTION_MS);
  }

  /** When the next end or removal is due; null without one. */
  nextDue(): number | null {
    const query = `SELECT MIN(iif(${OPEN}, ends_at, ends_at + ${RETENTION_MS})) AS at FROM approval_requests`;
    return this.#sql.exec<{ at: number | null }>(query).one().at;
  }

  /** Says in the log what became of a request that an entry was refused for. */
  link(entryId: string, { id }: Pick<ApprovalRow, "id">): void {
    this.#sql.exec("INSERT INTO approval_entries VALUES (?, ?)", entryId, id);
  }

  /** The states of the requests that log entries were refused for, by the entry's id. */
  statesOf(entryIds: string[], now: number): Map<string, ApprovalState> {
    const query = `SELECT entry_id AS entryId, state, ends_at AS endsAt FROM approval_entries
      JOIN approval_requests ON id = request WHERE entry_id IN (SELECT value FROM json_each(?))`;
    const rows = this.#sql.exec<{ entryId: string; state: string; endsAt: number }>(query, JSON.stringify(entryIds));
    return new Map(rows.toArray().map(({ entryId, ...row }) => [entryId, stateAt(row, now)]));
  }

  #all(where: string, ...values: SqlStorageValue[]): ApprovalRow[] {
    return this.#sql
      .exec<Stored>(`SELECT ${COLUMNS} FROM approval_requests ${where}`, ...values)
      .toArray()
      .map(rowOf);
  }
}

export function viewOf(row: ApprovalRow, now: number): ApprovalView {
  const { id, connectionId, loginId, application, operation, target, askedAt, endsAt, decidedAt } = row;
  const state = stateAt(row, now);
  return {
    ...{ id, connectionId, loginId, application, operation, target, state },
    askedAt: new Date(askedAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    statement: isOpen({ state }) ? row.statement : null,
  };
}

function rowOf({ state, statement, ...stored }: Stored): ApprovalRow {
  return { ...stored, state: stateOf(state), statement: statement === null ? null : JSON.parse(statement) };
}

/** The state once its time is over, whether or not the alarm has come. */
function stateAt({ state, endsAt }: { state: string; endsAt: number }, now: number): ApprovalState {
  const stored = stateOf(state);
  return isOpen({ state: stored }) && now >= endsAt ? "LAPSED" : stored;
}

/** A state unknown to this version (after a rollback) approves nothing. */
function stateOf(text: string): ApprovalState {
  return APPROVAL_STATES.find((state) => state === text) ?? "VOID";
}
