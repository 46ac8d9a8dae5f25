import type { LogEntry, LogKey } from "../../../shared/account-access/call-log.ts";
import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import { toBase62 } from "../../../shared/platform/base62.ts";

export const KEPT_MS = 180 * 86_400_000;
/** Above this number the oldest entries are deleted. */
const MAX_ENTRIES = 200_000;

type Row = Omit<CallRecord, "requestId"> & { id: string; at: number; request_id: string };

/** The log of a connection's calls. Entries are buffered in memory and written together. */
export class CallRows {
  readonly #sql: SqlStorage;
  readonly #unwritten: Row[] = [];
  readonly #last = { at: 0, number: 0 };
  #count: number | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS calls (
      at INTEGER NOT NULL, id TEXT NOT NULL, operation TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL,
      status INTEGER NOT NULL, code TEXT, via TEXT NOT NULL, request_id TEXT NOT NULL, PRIMARY KEY (at, id)
    ) STRICT, WITHOUT ROWID`);
  }

  add({ requestId, ...record }: CallRecord, now: number): void {
    this.#unwritten.push({ ...record, ...this.#mint(now), request_id: requestId });
  }

  write(): void {
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

  /** Written entries before a key, newest first. */
  entriesBefore(before: LogKey | null, limit: number, now: number): LogEntry[] {
    const from = now - KEPT_MS;
    const rows = before
      ? this.#sql.exec<Row>(
          "SELECT * FROM calls WHERE at > ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?",
          from,
          Date.parse(before.at),
          before.id,
          limit,
        )
      : this.#sql.exec<Row>("SELECT * FROM calls WHERE at > ? ORDER BY at DESC, id DESC LIMIT ?", from, limit);
    return rows.toArray().map(entryOf);
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM calls WHERE at <= ?", now - KEPT_MS);
    this.#count = undefined;
  }

  /** Instants of the oldest and the newest written entry, null without one. */
  extent(): { oldest: number | null; newest: number | null } {
    const read = (which: "MIN" | "MAX") =>
      this.#sql.exec<{ at: number | null }>(`SELECT ${which}(at) AS at FROM calls`).one().at;
    return { oldest: read("MIN"), newest: read("MAX") };
  }

  #rowCount(): number {
    return this.#sql.exec<{ count: number }>("SELECT COUNT(*) AS count FROM calls").one().count;
  }

  /** Ids sort by instant, then by order of the calls, and are unique across connections. */
  #mint(now: number): { at: number; id: string } {
    const at = Math.max(now, this.#last.at);
    this.#last.number = at === this.#last.at ? this.#last.number + 1 : 0;
    this.#last.at = at;
    const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    return { at, id: toBase62(BigInt(at), 8) + toBase62(BigInt(this.#last.number), 3) + toBase62(BigInt(random), 6) };
  }
}

function entryOf({ at, request_id, ...row }: Row): LogEntry {
  return { ...row, at: new Date(at).toISOString(), requestId: request_id };
}
