import type { AccountCommandValue } from "../account-command.ts";
import type { CommandRefusal } from "../account-port.ts";
import {
  type ActionAnswer,
  alertAt,
  type Journal,
  type JournalEvent,
  type JournalState,
  reserved,
  type StuckReason,
  transition,
} from "./journal.ts";
import type { JournalTiming } from "./journal-timing.ts";

export interface Reservation {
  /** See `IdempotencyKey`. */
  key: string;
  fingerprint: string;
  operation: string;
  loginId: number;
  accountId: number;
  resources: string[];
  target: string | null;
  entryId: string;
  reference: string;
}

export interface JournalRow extends Reservation, Journal<AccountCommandValue, CommandRefusal> {}

export type CommandEvent = JournalEvent<AccountCommandValue, CommandRefusal>;
export type CommandAnswer = ActionAnswer<AccountCommandValue, CommandRefusal>;

/** A row as the table has it: what is no single value there is JSON. */
type Stored = Omit<JournalRow, "resources" | "state" | "value" | "problem"> &
  Record<"concerns" | "state", string> &
  Record<"value" | "problem", string | null>;

/** Some columns are named otherwise than what they hold. */
const COLUMNS = `key, fingerprint, operation, login_id AS loginId, account_id AS accountId, concerns, target,
  entry_id AS entryId, state, reference, sent_at AS sentAt, next_check_at AS nextLookupAt, checks AS lookups,
  settled_at AS settledAt, value, problem, stuck_reason AS stuckReason, alerted_at AS alertedAt`;
const OPEN = "('SENDING', 'PLACED', 'STUCK')";
const UNSETTLED = "WHERE settled_at IS NULL AND sent_at IS NOT NULL";

/** The journal of an account: one row per key. Holds no input of any action. */
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
      account_id INTEGER NOT NULL, concerns TEXT NOT NULL, target TEXT, entry_id TEXT NOT NULL, state TEXT NOT NULL,
      reference TEXT NOT NULL UNIQUE, sent_at INTEGER, next_check_at INTEGER, checks INTEGER NOT NULL, settled_at INTEGER,
      value TEXT, problem TEXT
    ) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS journal_checks ON journal (next_check_at) WHERE next_check_at IS NOT NULL");
    sql.exec("CREATE INDEX IF NOT EXISTS journal_sent ON journal (sent_at)");
    sql.exec("CREATE INDEX IF NOT EXISTS journal_settled ON journal (settled_at) WHERE settled_at IS NOT NULL");
    sql.exec("CREATE INDEX IF NOT EXISTS journal_unsettled ON journal (sent_at) WHERE settled_at IS NULL");
    // A table of its own: the version before this one writes rows of the journal without naming the columns.
    sql.exec(`CREATE TABLE IF NOT EXISTS journal_alerts (
      reference TEXT PRIMARY KEY, stuck_reason TEXT, alerted_at INTEGER
    ) STRICT, WITHOUT ROWID`);
  }

  reserve(reservation: Reservation): void {
    const { key, fingerprint, operation, loginId, accountId, resources, target, entryId } = reservation;
    this.#sql.exec(
      `INSERT INTO journal
       (key, fingerprint, operation, login_id, account_id, concerns, target, entry_id, state, reference, checks)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      ...[key, fingerprint, operation, loginId, accountId, JSON.stringify(resources), target, entryId],
      ...[reserved(reservation.reference).state, reservation.reference],
    );
  }

  /** Takes up an action that the journal has lost, or has an earlier one of under its key: its outcome is looked up. */
  recover(lost: Reservation & { sentAt: number }, now: number): void {
    const { key, fingerprint, operation, loginId, accountId, resources, target, entryId } = lost;
    this.#sql.exec(
      `INSERT OR REPLACE INTO journal
       (key, fingerprint, operation, login_id, account_id, concerns, target, entry_id, state, reference, sent_at,
        next_check_at, checks)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'SENDING', ?, ?, ?, 0)`,
      ...[key, fingerprint, operation, loginId, accountId, JSON.stringify(resources), target, entryId],
      ...[lost.reference, lost.sentAt, now],
    );
  }

  /**
   * Applies an event to the reservation with this reference.
   * @returns the row as it is now, null where the key is free, undefined where the event no longer applies
   */
  apply(key: string, reference: string, event: CommandEvent): JournalRow | null | undefined {
    const row = this.get(key);
    if (!row || row.reference !== reference) return undefined;
    const journal = transition<AccountCommandValue, CommandRefusal>(row, event, this.#timing);
    if (journal === row) return undefined;
    this.#writeAlert(row, journal);
    if (journal === null) {
      this.#sql.exec("DELETE FROM journal WHERE key = ?", key);
      return null;
    }
    this.#sql.exec(
      "UPDATE journal SET state = ?, sent_at = ?, next_check_at = ?, checks = ?, settled_at = ?, value = ?, problem = ? WHERE key = ?",
      ...[journal.state, journal.sentAt, journal.nextLookupAt, journal.lookups, journal.settledAt],
      ...[jsonOf(journal.value), jsonOf(journal.problem), key],
    );
    return { ...row, ...journal };
  }

  get(key: string): JournalRow | null {
    return this.#all("WHERE key = ?", key)[0] ?? null;
  }

  withReference(reference: string): JournalRow | null {
    return this.#all("WHERE reference = ?", reference)[0] ?? null;
  }

  /** Whether the outcome of a key other than this reference's is this order. */
  hasOtherOutcome(orderId: number, reference: string): boolean {
    const query = "WHERE json_extract(value, '$.orderId') = ? AND reference <> ?";
    return this.#all(query, orderId, reference).length > 0;
  }

  reserved(): JournalRow[] {
    return this.#all("WHERE state = 'RESERVED'");
  }

  /** Ids of the log entries of unsettled actions. */
  openEntries(): string[] {
    const rows = this.#sql.exec<{ entry_id: string }>("SELECT entry_id FROM journal WHERE settled_at IS NULL");
    return rows.toArray().map(({ entry_id }) => entry_id);
  }

  /** Whether an action with an unknown outcome locks any of these resources. */
  hasUnknownOutcomeOn(resources: string[]): boolean {
    return this.#all(`WHERE state IN ${OPEN}`).some((row) => row.resources.some((one) => resources.includes(one)));
  }

  /** Actions whose next lookup is due. */
  overdue(now: number): JournalRow[] {
    return this.#all("WHERE next_check_at <= ? ORDER BY next_check_at LIMIT 50", now);
  }

  /** Actions settled before an instant, whose keys may be free again. */
  settledBefore(instant: number): JournalRow[] {
    return this.#all("WHERE settled_at <= ? LIMIT 500", instant);
  }

  /** When actions were sent, after an instant, oldest first. */
  sentAfter(instant: number): number[] {
    const query = "SELECT sent_at AS at FROM journal WHERE sent_at > ? ORDER BY sent_at";
    return this.#sql
      .exec<{ at: number }>(query, instant)
      .toArray()
      .map(({ at }) => at);
  }

  alertsDue(now: number): JournalRow[] {
    return this.#all(UNSETTLED).filter((row) => (alertAt(row, this.#timing) ?? Number.POSITIVE_INFINITY) <= now);
  }

  /** When the next lookup, alert or expiry of a key is due; null without one. */
  nextDue(): number | null {
    const query = `SELECT MIN(next_check_at) AS "check", MIN(iif(next_check_at IS NULL, settled_at, NULL)) AS settled
      FROM journal`;
    const { check, settled } = this.#sql.exec<Record<"check" | "settled", number | null>>(query).one();
    const alerts = this.#all(UNSETTLED).map((row) => alertAt(row, this.#timing));
    const dues = [check, settled === null ? null : settled + this.#timing.retentionMs, ...alerts];
    const known = dues.filter((at) => at !== null);
    return known.length > 0 ? Math.min(...known) : null;
  }

  /** A row exists only for an action that is or was `STUCK`, or was alerted. */
  #writeAlert(row: JournalRow, journal: Journal<AccountCommandValue, CommandRefusal> | null): void {
    const { stuckReason, alertedAt } = journal ?? { stuckReason: null, alertedAt: null };
    if (stuckReason === row.stuckReason && alertedAt === row.alertedAt) return;
    if (stuckReason === null && alertedAt === null) {
      this.#sql.exec("DELETE FROM journal_alerts WHERE reference = ?", row.reference);
      return;
    }
    const query = "INSERT OR REPLACE INTO journal_alerts (reference, stuck_reason, alerted_at) VALUES (?, ?, ?)";
    this.#sql.exec(query, row.reference, stuckReason, alertedAt);
  }

  #all(where: string, ...values: SqlStorageValue[]): JournalRow[] {
    const query = `SELECT ${COLUMNS} FROM journal LEFT JOIN journal_alerts USING (reference) ${where}`;
    return this.#sql
      .exec<Stored>(query, ...values)
      .toArray()
      .map(rowOf);
  }
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function rowOf({ concerns, ...stored }: Stored): JournalRow {
  const state = stateOf(stored.state);
  return {
    ...stored,
    resources: JSON.parse(concerns),
    state,
    value: stored.value === null ? null : JSON.parse(stored.value),
    problem: stored.problem === null ? null : JSON.parse(stored.problem),
    stuckReason: stored.stuckReason ?? (state === "STUCK" ? unwrittenReason(stored) : null),
  };
}

/** The previous version stored no reason; it stopped lookups only of actions that were found late. */
function unwrittenReason({ nextLookupAt }: Pick<Stored, "nextLookupAt">): StuckReason {
  return nextLookupAt === null ? "found_late" : "late";
}

const STATES: JournalState[] = ["RESERVED", "SENDING", "PLACED", "DONE", "FAILED", "NOT_PLACED", "STUCK"];

/** A state unknown to this version (after a rollback) is one in which the action may have been sent. */
function stateOf(text: string): JournalState {
  return STATES.find((state) => state === text) ?? "SENDING";
}
