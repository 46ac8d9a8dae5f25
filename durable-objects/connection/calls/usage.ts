import { RpcTarget } from "cloudflare:workers";
import { LOG_RETENTION_MS, type LogEntry, type LogKey } from "../../../shared/account-access/call-log.ts";
import { NOTIFICATION_POLICY, REQUEST_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import { entryId } from "../../../shared/platform/ids.ts";
import { type RateLimitResult, SlidingLog } from "../../../shared/platform/rate-limit.ts";
import type { CallLog } from "../connection-port.ts";

/** The longest delay before counts and log entries are written, in milliseconds. */
const FLUSH_MS = 500;
/** The maximum number of log entries. Above this number, the oldest entries are deleted. */
const MAX_ENTRIES = 200_000;

/** The storage key of the totals. */
const TALLY = "tally";

/** The totals, which are stored next to the log entries. */
interface UsageTotals {
  /** Time of the last use, in epoch milliseconds. */
  usedAt: number;
  window: number[];
  /** The number of log entries; absent until they have been counted. */
  entries?: number;
}

type CallRow = Omit<CallRecord, "requestId"> & { id: string; at: number; request_id: string };

/** A connection's request window, call log and time of last use. They are buffered in memory and written together. */
export class Usage {
  readonly #sql: SqlStorage;
  readonly #unwritten: CallRow[] = [];
  #last = { at: 0, number: 0 };
  /** The number of written entries; `undefined` until they have been counted. Counting reads all of them. */
  #count: number | undefined;
  readonly #window: SlidingLog;
  readonly #notifications = new SlidingLog();
  readonly #kv: SyncKvStorage;
  #usedAt: number | null;
  #flush: ReturnType<typeof setTimeout> | undefined;

  constructor({ sql, kv }: Pick<DurableObjectStorage, "sql" | "kv">) {
    const tally = kv.get<UsageTotals>(TALLY);
    this.#sql = sql;
    this.#kv = kv;
    this.#window = new SlidingLog(tally?.window);
    this.#usedAt = tally?.usedAt ?? null;
    this.#count = tally?.entries;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS calls (
      at INTEGER NOT NULL, id TEXT NOT NULL, operation TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL,
      status INTEGER NOT NULL, code TEXT, via TEXT NOT NULL, request_id TEXT NOT NULL, PRIMARY KEY (at, id)
    ) STRICT, WITHOUT ROWID`);
  }

  get usedAt(): number | null {
    return this.#usedAt;
  }

  /**
   * Counts a message that is not a request. The count stays in memory, because a limit against floods can be inexact.
   */
  takeNotification(now: number): RateLimitResult {
    return this.#notifications.take(NOTIFICATION_POLICY, now);
  }

  /** Counts requests one by one. If all of them are refused, nothing is written. */
  take(requests: number, now: number): RateLimitResult[] {
    const rateResults = Array.from({ length: requests }, () => this.#window.take(REQUEST_POLICY, now));
    if (requests === 0 || rateResults.some(({ allowed }) => allowed)) {
      this.#usedAt = now;
      this.#writeSoon();
    }
    return rateResults;
  }

  add({ requestId, ...record }: CallRecord, now: number): void {
    const at = Math.max(now, this.#last.at);
    const number = at === this.#last.at ? this.#last.number + 1 : 0;
    this.#last = { at, number };
    this.#unwritten.push({ ...record, at, id: entryId(at, number), request_id: requestId });
    this.#writeSoon();
  }

  /**
   * Returns entries that are older than the given key, newest first. Writes the buffer first, so that no entry is
   * missing.
   */
  entriesBefore(before: LogKey | null, limit: number, now: number): LogEntry[] {
    this.write();
    const [at, id] = before ? [Date.parse(before.at), before.id] : [Number.MAX_SAFE_INTEGER, ""];
    const query = "SELECT * FROM calls WHERE at > ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?";
    return this.#sql
      .exec<CallRow>(query, now - LOG_RETENTION_MS, at, id, limit)
      .toArray()
      .map(entryOf);
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM calls WHERE at <= ?", now - LOG_RETENTION_MS);
    this.#count = undefined;
    this.#saveTotals();
  }

  /** Returns the times of the oldest and the newest entry; both are `null` if there are no entries. */
  extent(): { oldest: number | null; newest: number | null } {
    this.write();
    const read = (which: "MIN" | "MAX") =>
      this.#sql.exec<{ at: number | null }>(`SELECT ${which}(at) AS at FROM calls`).one().at;
    return { oldest: read("MIN"), newest: read("MAX") };
  }

  write(): void {
    if (this.#flush === undefined) return;
    this.discard();
    this.#writeEntries();
    this.#saveTotals();
  }

  /** Cancels the scheduled write of the buffer. */
  discard(): void {
    if (this.#flush !== undefined) clearTimeout(this.#flush);
    this.#flush = undefined;
  }

  #saveTotals(): void {
    if (this.#usedAt === null) return;
    const window = [...this.#window.instants];
    const entries = this.#count !== undefined && { entries: this.#count };
    this.#kv.put<UsageTotals>(TALLY, { usedAt: this.#usedAt, window, ...entries });
  }

  #writeSoon(): void {
    this.#flush ??= setTimeout(() => this.write(), FLUSH_MS);
  }

  #writeEntries(): void {
    if (this.#unwritten.length === 0) return;
    this.#count = (this.#count ?? this.#rowCount()) + this.#unwritten.length;
    for (const row of this.#unwritten.splice(0)) {
      const { at, id, operation, target, outcome, status, code, via, request_id } = row;
      const values = [at, id, operation, target, outcome, status, code, via, request_id];
      this.#sql.exec("INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", ...values);
    }
    const over = this.#count - MAX_ENTRIES;
    if (over <= 0) return;
    const oldest = "SELECT at, id FROM calls ORDER BY at, id LIMIT ?";
    this.#sql.exec(`DELETE FROM calls WHERE (at, id) IN (${oldest})`, over);
    this.#count = MAX_ENTRIES;
  }

  #rowCount(): number {
    return this.#sql.exec<{ count: number }>("SELECT COUNT(*) AS count FROM calls").one().count;
  }
}

function entryOf({ at, request_id, ...row }: CallRow): LogEntry {
  return { ...row, at: new Date(at).toISOString(), requestId: request_id };
}

/**
 * The recorder that an admission returns as an RPC stub. The stub works until the admitted request ends. Outcomes that
 * are not recorded by then are lost.
 */
export class CallRecorder extends RpcTarget implements CallLog {
  readonly #record: (call: CallRecord, needed: Scope) => Promise<void>;

  constructor(take: (call: CallRecord, needed: Scope) => Promise<void>) {
    super();
    this.#record = take;
  }

  record(call: CallRecord, needed: Scope): Promise<void> {
    return this.#record(call, needed);
  }
}
