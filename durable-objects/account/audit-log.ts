import { LOG_RETENTION_MS, type LogKey } from "../../shared/account-access/call-log.ts";
import { entryId } from "../../shared/platform/ids.ts";
import type { AccountLogEntry, CommandRequest, EntryFilter } from "./account-port.ts";
import { type CommandLimit, commandsUnder } from "./command-map.ts";

export type EntryOutcome = Pick<AccountLogEntry, "outcome" | "status" | "code">;

/** The part of an entry that comes from the request that opened it. */
type OpenedBy = Pick<CommandRequest, "loginId" | "caller" | "operation" | "requestId"> &
  Pick<AccountLogEntry, "target">;

/** An entry without the state of its approval request. */
type LoggedEntry = Omit<AccountLogEntry, "approval">;

type ActionLogRow = Omit<LoggedEntry, "at" | "loginId" | "requestId"> & {
  at: number;
  login_id: number;
  request_id: string;
};

const SETTINGS = commandsUnder("settings")
  .map((name) => `'${name}'`)
  .join(", ");
/**
 * SQL: the conditions that select the entries that count towards an hourly limit. A refusal counts only if its code is
 * `refused`. A setting that is linked to an approval request does not count.
 */
const COUNTED: Record<Exclude<CommandLimit, "orders">, string> = {
  settings: `connection IS NOT NULL AND operation IN (${SETTINGS})
    AND (outcome <> 'refused' OR code = 'refused') AND approval IS NULL`,
  customer: "connection IS NULL AND (outcome <> 'refused' OR code = 'refused')",
};
const COLUMNS = "id, at, login_id, connection, operation, target, outcome, status, code, via, request_id";

const BY_HAND = { application: null, connectionId: null, via: "http" } as const;

/** The audit log of actions. An entry is opened before its action is sent and closed with the outcome. */
export class AuditLog {
  readonly #sql: SqlStorage;
  #number = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The columns `application` and `connection` are null if a login made the change in the client area. */
  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS actions (
      at INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, login_id INTEGER NOT NULL, application TEXT, connection TEXT,
      operation TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL, status INTEGER, code TEXT,
      via TEXT NOT NULL, request_id TEXT NOT NULL, approval TEXT, PRIMARY KEY (login_id, at, id)
    ) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS actions_at ON actions (at)");
    sql.exec("CREATE INDEX IF NOT EXISTS actions_by_hand ON actions (at, id) WHERE connection IS NULL");
    sql.exec("CREATE INDEX IF NOT EXISTS actions_open ON actions (id) WHERE outcome = 'in_progress'");
    for (const [limit, counted] of Object.entries(COUNTED))
      sql.exec(`CREATE INDEX IF NOT EXISTS actions_counted_${limit} ON actions (at) WHERE ${counted}`);
  }

  /** Opens an entry and returns its id. */
  open({ loginId, caller, operation, target, requestId }: OpenedBy, now: number): string {
    const { application, connectionId, via } = caller.kind === "connection" ? caller : BY_HAND;
    this.#number = (this.#number + 1) % 62 ** 3;
    const id = entryId(now, this.#number);
    this.#sql.exec(
      "INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?, ?, 'in_progress', NULL, NULL, ?, ?, NULL)",
      ...[now, id, loginId, application, connectionId, operation, target, via, requestId],
    );
    return id;
  }

  /**
   * Closes an entry.
   * @returns the id of the request that opened the entry; `null` if the entry was deleted
   */
  close(id: string, { outcome, status, code }: EntryOutcome): string | null {
    const query = "UPDATE actions SET outcome = ?, status = ?, code = ? WHERE id = ? RETURNING request_id";
    return this.#sql.exec<{ request_id: string }>(query, outcome, status, code, id).toArray()[0]?.request_id ?? null;
  }

  /** Records which approval request caused the refusal of an entry's action. */
  linkApproval(id: string, approval: string): void {
    this.#sql.exec("UPDATE actions SET approval = ? WHERE id = ?", approval, id);
  }

  /** Removes an entry because the connection's log records the action. */
  remove(id: string): void {
    this.#sql.exec("DELETE FROM actions WHERE id = ?", id);
  }

  /** Returns the id of the request that opened an entry, or `null` if the entry was deleted. */
  requestIdOf(id: string): string | null {
    const rows = this.#sql.exec<{ request_id: string }>("SELECT request_id FROM actions WHERE id = ?", id);
    return rows.toArray()[0]?.request_id ?? null;
  }

  openEntryIds(): string[] {
    const rows = this.#sql.exec<{ id: string }>("SELECT id FROM actions WHERE outcome = 'in_progress'");
    return rows.toArray().map(({ id }) => id);
  }

  /** Returns the times of the entries that count towards a limit and are newer than `instant`, oldest first. */
  countedAfter(limit: keyof typeof COUNTED, instant: number): number[] {
    const query = `SELECT at FROM actions WHERE ${COUNTED[limit]} AND at > ? ORDER BY at`;
    const rows = this.#sql.exec<{ at: number }>(query, instant);
    return rows.toArray().map(({ at }) => at);
  }

  /** Returns the entries that are older than the key, newest first. */
  entriesBefore(
    { loginId, application, connectionId, withOthersByHand = false }: EntryFilter,
    before: LogKey | null,
    limit: number,
    now: number,
  ): LoggedEntry[] {
    const [at, id] = before ? [Date.parse(before.at), before.id] : [Number.MAX_SAFE_INTEGER, ""];
    const select = `SELECT ${COLUMNS} FROM actions WHERE at > ?2 AND (at, id) < (?3, ?4)`;
    const query = `${select} AND login_id = ?1 AND (?5 IS NULL OR application = ?5) AND (?6 IS NULL OR connection = ?6)
      UNION ALL ${select} AND connection IS NULL AND login_id <> ?1 AND ?8 ORDER BY at DESC, id DESC LIMIT ?7`;
    const others = withOthersByHand ? 1 : 0;
    const values = [loginId, now - LOG_RETENTION_MS, at, id, application, connectionId, limit, others];
    return this.#sql
      .exec<ActionLogRow>(query, ...values)
      .toArray()
      .map(entryOf);
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM actions WHERE at <= ?", now - LOG_RETENTION_MS);
  }
}

function entryOf({ at, login_id, request_id, ...row }: ActionLogRow): LoggedEntry {
  return { ...row, at: new Date(at).toISOString(), loginId: login_id, requestId: request_id };
}
