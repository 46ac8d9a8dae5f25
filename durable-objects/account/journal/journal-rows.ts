import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import type { CommandRefusal } from "../account-port.ts";
import {
  alertAt,
  type Journal,
  type JournalAnswer,
  type JournalEvent,
  type JournalTiming,
  transition,
} from "./journal.ts";

export interface Reservation {
  /** The digest `IdempotencyKey.id`. */
  key: string;
  fingerprint: string;
  operation: string;
  loginId: number;
  accountId: number;
  /** The lock, from `lockOn`. While the action's outcome is unknown, no other command with this lock is sent. */
  lock: string;
  target: string | null;
  entryId: string;
  reference: string;
}

export interface JournalRow extends Reservation, Journal<CommandValue, CommandRefusal> {}

type CommandEvent = JournalEvent<CommandValue, CommandRefusal>;
export type WriteAnswer = JournalAnswer<CommandValue, CommandRefusal>;

/** A row as the table stores it, with objects as JSON. */
type StoredJournalRow = Omit<JournalRow, "value" | "problem"> & Record<"value" | "problem", string | null>;

const COLUMNS = `key, fingerprint, operation, login_id AS loginId, account_id AS accountId, lock, target,
  entry_id AS entryId, state, reference, sent_at AS sentAt, next_lookup_at AS nextLookupAt, lookups,
  settled_at AS settledAt, value, problem, stuck_reason AS stuckReason, alerted_at AS alertedAt`;
const OPEN = "('SENDING', 'PLACED', 'STUCK')";
const UNSETTLED = "WHERE settled_at IS NULL AND sent_at IS NOT NULL";

/** The journal of an account, with one row per key. A row contains no part of an action's input except the target. */
export class JournalRows {
  readonly #sql: SqlStorage;
  readonly #timing: JournalTiming;

  constructor(sql: SqlStorage, timing: JournalTiming) {
    this.#sql = sql;
    this.#timing = timing;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS journal (
      key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, operation TEXT NOT NULL, login_id INTEGER NOT NULL,
      account_id INTEGER NOT NULL, lock TEXT NOT NULL, target TEXT, entry_id TEXT NOT NULL, state TEXT NOT NULL,
      reference TEXT NOT NULL UNIQUE, sent_at INTEGER, next_lookup_at INTEGER, lookups INTEGER NOT NULL, settled_at INTEGER,
      value TEXT, problem TEXT, stuck_reason TEXT, alerted_at INTEGER
    ) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS journal_lookups ON journal (next_lookup_at) WHERE next_lookup_at IS NOT NULL");
    sql.exec("CREATE INDEX IF NOT EXISTS journal_sent ON journal (sent_at)");
    sql.exec("CREATE INDEX IF NOT EXISTS journal_settled ON journal (settled_at) WHERE settled_at IS NOT NULL");
    sql.exec("CREATE INDEX IF NOT EXISTS journal_unsettled ON journal (sent_at) WHERE settled_at IS NULL");
  }

  /** Reserves a key. Nothing is sent yet. */
  reserve(reservation: Reservation): void {
    const { key, fingerprint, operation, loginId, accountId, lock, target, entryId, reference } = reservation;
    this.#sql.exec(
      `INSERT INTO journal (key, fingerprint, operation, login_id, account_id, lock, target, entry_id, reference, state, lookups)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'RESERVED', 0)`,
      ...[key, fingerprint, operation, loginId, accountId, lock, target, entryId, reference],
    );
  }

  /**
   * Applies an event to the reservation with this reference.
   * @returns the row in its new state; `null` if the key was released; `undefined` if the event no longer applies
   */
  apply(key: string, reference: string, event: CommandEvent): JournalRow | null | undefined {
    const row = this.get(key);
    if (!row || row.reference !== reference) return undefined;
    const journal = transition<CommandValue, CommandRefusal>(row, event, this.#timing);
    if (journal === row) return undefined;
    if (journal === null) {
      this.#sql.exec("DELETE FROM journal WHERE key = ?", key);
      return null;
    }
    this.#sql.exec(
      `UPDATE journal SET state = ?, sent_at = ?, next_lookup_at = ?, lookups = ?, settled_at = ?, value = ?, problem = ?,
        stuck_reason = ?, alerted_at = ? WHERE key = ?`,
      ...[journal.state, journal.sentAt, journal.nextLookupAt, journal.lookups, journal.settledAt],
      ...[jsonOf(journal.value), jsonOf(journal.problem), journal.stuckReason, journal.alertedAt, key],
    );
    return { ...row, ...journal };
  }

  get(key: string): JournalRow | null {
    return this.#all("WHERE key = ?", key)[0] ?? null;
  }

  withReference(reference: string): JournalRow | null {
    return this.#all("WHERE reference = ?", reference)[0] ?? null;
  }

  /** Returns whether the order is already the outcome of an action with a different reference. */
  hasOtherOutcome(orderId: number, reference: string): boolean {
    const query = "WHERE json_extract(value, '$.orderId') = ? AND reference <> ?";
    return this.#all(query, orderId, reference).length > 0;
  }

  reserved(): JournalRow[] {
    return this.#all("WHERE state = 'RESERVED'");
  }

  /** Returns the log entry ids of unsettled actions. */
  openEntries(): string[] {
    const rows = this.#sql.exec<{ entry_id: string }>("SELECT entry_id FROM journal WHERE settled_at IS NULL");
    return rows.toArray().map(({ entry_id }) => entry_id);
  }

  /** Returns whether an action with an unknown outcome has this lock. */
  isLocked(lock: string): boolean {
    return (
      this.#sql.exec(`SELECT 1 FROM journal WHERE state IN ${OPEN} AND lock = ? LIMIT 1`, lock).toArray().length > 0
    );
  }

  /** Returns up to 50 actions that are due for a lookup. */
  overdue(now: number): JournalRow[] {
    return this.#all("WHERE next_lookup_at <= ? ORDER BY next_lookup_at LIMIT 50", now);
  }

  /**
   * Returns up to 500 actions that were settled at or before `instant`. Their keys can be released, unless another
   * lookup is scheduled.
   */
  settledBefore(instant: number): JournalRow[] {
    return this.#all("WHERE settled_at <= ? LIMIT 500", instant);
  }

  /** Returns the times after `instant` at which applications sent actions, oldest first. */
  sentAfter(instant: number): number[] {
    const byHand = "SELECT 1 FROM actions WHERE id = entry_id AND connection IS NULL";
    const query = `SELECT sent_at AS at FROM journal WHERE sent_at > ? AND NOT EXISTS (${byHand}) ORDER BY sent_at`;
    return this.#sql
      .exec<{ at: number }>(query, instant)
      .toArray()
      .map(({ at }) => at);
  }

  alertsDue(now: number): JournalRow[] {
    return this.#all(UNSETTLED).filter((row) => (alertAt(row, this.#timing) ?? Number.POSITIVE_INFINITY) <= now);
  }

  #all(where: string, ...values: SqlStorageValue[]): JournalRow[] {
    const query = `SELECT ${COLUMNS} FROM journal ${where}`;
    return this.#sql
      .exec<StoredJournalRow>(query, ...values)
      .toArray()
      .map(rowOf);
  }
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function rowOf(stored: StoredJournalRow): JournalRow {
  const { value, problem } = stored;
  return {
    ...stored,
    value: value === null ? null : JSON.parse(value),
    problem: problem === null ? null : JSON.parse(problem),
  };
}
