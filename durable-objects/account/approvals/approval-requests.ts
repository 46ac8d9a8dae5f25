import { LOG_RETENTION_MS } from "../../../shared/account-access/call-log.ts";
import { EVENTS_KEPT_MS } from "../../../shared/billing-contract/events.ts";
import { toBase62, toNumber } from "../../../shared/platform/ids.ts";
import type { ApprovalTerms } from "../account-dependencies.ts";
import type { CommandName } from "../command-map.ts";
import type { ApprovalDecided, ApprovalState, ApprovalStatement, ApprovalView } from "./approval-port.ts";
import { APPROVAL_LIFETIME_MS, type Approval, type ApprovalEvent, isOpen, transition } from "./approval-state.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The maximum number of open requests per connection. */
export const MAX_OPEN = 10;
/**
 * The number of requests per connection and 24 hours that are e-mailed immediately. Later requests share one e-mail per
 * hour.
 */
const MAILED_AT_ONCE = 10;
/** The delay between two attempts to send an e-mail. */
const MAIL_RETRY_MS = 10 * 60_000;

/** A stored approval request. Times are in epoch milliseconds. */
export interface ApprovalRow extends Approval {
  id: string;
  connectionId: string;
  loginId: number;
  operation: CommandName;
  target: string | null;
  /** `null` once the request has ended. */
  statement: ApprovalStatement | null;
  /** The outcome of the sent command that used or voided the request; `null` if there is none. */
  outcome: ApprovalView["outcome"];
}

/**
 * The sender and target of a command, and a keyed digest of the content to approve. The connection and the digest
 * identify the approval request.
 */
export interface ApprovedContent {
  connectionId: string;
  loginId: number;
  application: string;
  operation: CommandName;
  target: string | null;
  fingerprint: string;
}

/** An e-mail that is due. It lists requests of one connection. */
export interface DueMail {
  ids: string[];
  /** Distinguishes this attempt from other attempts to send the same e-mail. */
  attempt: number;
}

type StoredApprovalRequest = Omit<ApprovalRow, "statement"> & { statement: string | null };

const COLUMNS = `id, connection AS connectionId, login_id AS loginId, operation, target, state, ends_at AS endsAt,
  statement, digest, decided_at AS decidedAt, (SELECT outcome FROM actions WHERE actions.id = entry_id) AS outcome`;
/** SQL: the conditions that select open requests, and requests with an unsent e-mail. */
export const OPEN_REQUEST = "state IN ('ASKED', 'APPROVED')";
export const UNMAILED_REQUEST = "state = 'ASKED' AND mail_at IS NOT NULL";
const IN_LIST = "id IN (SELECT value FROM json_each(?))";

/** The approval requests of an account, with the times of their e-mails. */
export class ApprovalRequests {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * `mail_at` is the time of the next attempt to send the e-mail, or null once an attempt has claimed the e-mail.
   * `entry_id` is the log entry of the command that was sent.
   */
  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS approval_requests (
      id TEXT PRIMARY KEY, connection TEXT NOT NULL, login_id INTEGER NOT NULL, application TEXT NOT NULL,
      operation TEXT NOT NULL, target TEXT, fingerprint TEXT NOT NULL, state TEXT NOT NULL, asked_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL, statement TEXT, digest TEXT NOT NULL, decided_at INTEGER, mail_at INTEGER, entry_id TEXT
    ) STRICT, WITHOUT ROWID`);
    sql.exec(
      `CREATE UNIQUE INDEX IF NOT EXISTS approval_requests_open ON approval_requests (connection, fingerprint) WHERE ${OPEN_REQUEST}`,
    );
    sql.exec(
      "CREATE INDEX IF NOT EXISTS approval_requests_content ON approval_requests (connection, fingerprint, ends_at)",
    );
    sql.exec("CREATE INDEX IF NOT EXISTS approval_requests_ends ON approval_requests (ends_at)");
  }

  /**
   * Returns the open request for the content, even if it has expired. Otherwise returns the last declined request that
   * has not expired, or `null`.
   */
  last({ connectionId, fingerprint }: ApprovedContent, now: number): ApprovalRow | null {
    const query = `WHERE connection = ? AND fingerprint = ? AND (${OPEN_REQUEST} OR (state = 'DECLINED' AND ends_at > ?))
      ORDER BY state = 'DECLINED', ends_at DESC LIMIT 1`;
    return this.#all(query, connectionId, fingerprint, now)[0] ?? null;
  }

  get(id: string): ApprovalRow | null {
    return this.#all("WHERE id = ?", id)[0] ?? null;
  }

  /** Returns the open requests of a connection, newest first. */
  open(connectionId: string, now: number): ApprovalRow[] {
    return this.#all(
      `WHERE connection = ? AND ${OPEN_REQUEST} AND ends_at > ? ORDER BY asked_at DESC, id`,
      connectionId,
      now,
    );
  }

  /** Returns the undecided requests of a login, newest first. */
  undecided(loginId: number, now: number): ApprovalRow[] {
    const query = `WHERE ${OPEN_REQUEST} AND state = 'ASKED' AND login_id = ? AND ends_at > ? ORDER BY asked_at DESC, id`;
    return this.#all(query, loginId, now);
  }

  /**
   * Returns a connection's decisions of the last 30 days that are newer than the id `after`, oldest first. An id is the
   * millisecond of the decision and its number within that millisecond. Decisions from the current millisecond are left
   * out, because more may follow in the same millisecond.
   */
  decided(connectionId: string, after: number, limit: number, now: number): ApprovalDecided[] {
    const query = `SELECT * FROM (
        SELECT decided_at * 1000 + row_number() OVER (PARTITION BY decided_at ORDER BY id) - 1 AS id, id AS approvalId,
          iif(state = 'DECLINED', 'declined', 'approved') AS decision
        FROM approval_requests WHERE connection = ? AND decided_at >= ? AND decided_at < ?
      ) WHERE id > ? ORDER BY id LIMIT ?`;
    const values = [connectionId, now - EVENTS_KEPT_MS, now, after, limit];
    return this.#sql.exec<ApprovalDecided & Record<string, SqlStorageValue>>(query, ...values).toArray();
  }

  allOpen(): ApprovalRow[] {
    return this.#all(`WHERE ${OPEN_REQUEST}`);
  }

  /** Stores a request. The caller ensures that no other request for the same content is open. */
  ask(command: ApprovedContent, { statement, digest }: ApprovalTerms, now: number): ApprovalRow {
    const { connectionId, loginId, application, target, fingerprint } = command;
    const id = toBase62(toNumber(crypto.getRandomValues(new Uint8Array(16))), 22);
    this.#sql.exec(
      `INSERT INTO approval_requests (id, connection, login_id, application, operation, target, fingerprint, state, asked_at,
        ends_at, statement, digest, mail_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'ASKED', ?, ?, ?, ?, ?)`,
      ...[id, connectionId, loginId, application, statement.operation, target, fingerprint],
      ...[now, now + APPROVAL_LIFETIME_MS, JSON.stringify(statement), digest, this.#firstMailAt(connectionId, now)],
    );
    return this.get(id) as ApprovalRow;
  }

  /** Applies an event and returns the request in its new state. */
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

  /**
   * Ends a request because its content is being sent.
   * @param entryId the log entry that will hold the outcome
   */
  send(row: ApprovalRow, entryId: string, at: number): void {
    this.apply(row, { type: "sent", at });
    this.#sql.exec("UPDATE approval_requests SET entry_id = ? WHERE id = ?", entryId, row.id);
  }

  /** Ends expired requests, and deletes requests that expired before the log retention began. */
  prune(now: number): void {
    for (const row of this.#all(`WHERE ${OPEN_REQUEST} AND ends_at <= ?`, now))
      this.apply(row, { type: "aged", at: now });
    this.#sql.exec("DELETE FROM approval_requests WHERE ends_at <= ?", now - LOG_RETENTION_MS);
  }

  /**
   * Begins an attempt to send each due e-mail, one per connection. The next attempt is scheduled now, in case this
   * attempt is interrupted.
   */
  beginMails(now: number): DueMail[] {
    const attempt = now + MAIL_RETRY_MS;
    const due = `UPDATE approval_requests SET mail_at = ? WHERE ${UNMAILED_REQUEST} AND mail_at <= ? AND ends_at > ?
      RETURNING id, connection, asked_at AS askedAt`;
    const rows = this.#sql.exec<{ id: string; connection: string; askedAt: number }>(due, attempt, now, now).toArray();
    const newestFirst = rows.toSorted((one, other) => other.askedAt - one.askedAt);
    const byConnection = Map.groupBy(newestFirst, ({ connection }) => connection);
    return [...byConnection.values()].map((group) => ({ ids: group.map(({ id }) => id), attempt }));
  }

  /**
   * Claims an e-mail in the tick that sends it, so that two attempts cannot both send it.
   * @returns false if a later attempt has begun or the e-mail is no longer due
   */
  claimMail({ ids, attempt }: DueMail): boolean {
    const claim = `UPDATE approval_requests SET mail_at = NULL WHERE ${IN_LIST} AND mail_at = ? RETURNING id`;
    return this.#sql.exec(claim, JSON.stringify(ids), attempt).toArray().length > 0;
  }

  /**
   * Schedules another attempt to send a failed e-mail.
   * @param isClaimed whether the failed attempt had claimed the e-mail
   */
  retryMail({ ids, attempt }: DueMail, isClaimed: boolean, now: number): void {
    const retry = `UPDATE approval_requests SET mail_at = ? WHERE ${IN_LIST} AND (mail_at = ? OR ?)`;
    this.#sql.exec(retry, now + MAIL_RETRY_MS, JSON.stringify(ids), attempt, Number(isClaimed));
  }

  /** Returns, for each log entry id, the state of the approval request that caused the refusal. */
  statesOf(entryIds: string[], now: number): Map<string, ApprovalState> {
    const query = `SELECT actions.id AS entryId, state, ends_at AS endsAt FROM actions
      JOIN approval_requests ON approval_requests.id = approval WHERE actions.${IN_LIST}`;
    const rows = this.#sql.exec<Pick<ApprovalRow, "state" | "endsAt"> & { entryId: string }>(
      query,
      JSON.stringify(entryIds),
    );
    return new Map(rows.toArray().map(({ entryId, ...row }) => [entryId, stateAt(row, now)]));
  }

  /**
   * Returns the time at which a request's e-mail is due. After the first {@link MAILED_AT_ONCE} requests in 24 hours,
   * later ones wait until the start of the next hour, so that they share one e-mail per hour.
   */
  #firstMailAt(connectionId: string, now: number): number {
    const query = "SELECT COUNT(*) AS count FROM approval_requests WHERE connection = ? AND asked_at > ?";
    const { count } = this.#sql.exec<{ count: number }>(query, connectionId, now - DAY_MS).one();
    return count < MAILED_AT_ONCE ? now : Math.ceil(now / HOUR_MS) * HOUR_MS;
  }

  #all(where: string, ...values: SqlStorageValue[]): ApprovalRow[] {
    return this.#sql
      .exec<StoredApprovalRequest>(`SELECT ${COLUMNS} FROM approval_requests ${where}`, ...values)
      .toArray()
      .map(rowOf);
  }
}

export function viewOf(row: ApprovalRow, now: number): ApprovalView {
  const { id, connectionId, loginId, operation, target, endsAt, decidedAt, outcome } = row;
  const state = stateAt(row, now);
  return {
    ...{ id, connectionId, loginId, operation, target, state },
    endsAt: new Date(endsAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    statement: isOpen({ state }) ? row.statement : null,
    outcome: state === "CONSUMED" ? outcome : null,
  };
}

function rowOf({ statement, ...stored }: StoredApprovalRequest): ApprovalRow {
  return { ...stored, statement: statement === null ? null : JSON.parse(statement) };
}

/** Returns the state of a request. An expired request is `LAPSED` even if the alarm has not run yet. */
function stateAt({ state, endsAt }: Pick<ApprovalRow, "state" | "endsAt">, now: number): ApprovalState {
  return isOpen({ state }) && now >= endsAt ? "LAPSED" : state;
}
