import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";

/** The operator who makes a call, and the request id of the call. */
interface OperatorCall {
  operator: { who: string };
  requestId: string;
}

export type ActOutcome = "done" | "refused" | "failed";

/** The time for which audit entries are kept, even if their subject has been erased. */
const KEPT_MS = 2 * 365 * 86_400_000;
const ROWS_SHOWN = 200;
const NEWEST_ON = "SELECT id FROM operator_acts WHERE subject = ?1 ORDER BY at DESC, id DESC LIMIT 1";

/** The audit in D1: operators' acts, and their lookups about customers. */
export class Audit {
  readonly #db: D1Database;
  readonly #now: () => number;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the id of the newest act on a subject; `null` if there is none. */
  newestOn(subject: string): Promise<string | null> {
    return statement(this.#db, `SELECT (${NEWEST_ON}) AS id`, subject).first<string>("id");
  }

  /**
   * Records the start of an act.
   * @param subject such as `connection:<id>`
   * @param after the result of {@link newestOn} when the operator confirmed the act
   * @returns the id of the act; `null` if another act on the subject came first, and nothing was recorded
   * @throws if the act cannot be recorded; it must not run then
   */
  async beginAct(
    act: string,
    subject: string,
    because: string,
    after: string | null,
    { operator, requestId }: OperatorCall,
  ): Promise<string | null> {
    const id = crypto.randomUUID();
    const insert = `INSERT INTO operator_acts (subject, id, at, who, act, because, request_id)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (${NEWEST_ON}) IS ?8`;
    const values = [subject, id, this.#now(), operator.who, act, because, requestId, after];
    const { meta } = await statement(this.#db, insert, ...values).run();
    return meta.changes > 0 ? id : null;
  }

  async endAct(id: string, outcome: ActOutcome, result: string): Promise<void> {
    const update = "UPDATE operator_acts SET outcome = ?, result = ?, ended_at = ? WHERE id = ?";
    await statement(this.#db, update, outcome, result, this.#now(), id).run();
  }

  /**
   * Records a lookup.
   * @param subjects one subject, such as `login:12`, for each login or account whose data is shown
   * @throws if the lookup cannot be recorded; the data must not be shown then
   */
  async addReads(command: string, subjects: string[], { operator, requestId }: OperatorCall): Promise<void> {
    if (subjects.length === 0) return;
    const insert = "INSERT INTO operator_reads (id, at, who, command, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)";
    const added = subjects.map((subject) =>
      statement(this.#db, insert, crypto.randomUUID(), this.#now(), operator.who, command, subject, requestId),
    );
    await this.#db.batch(added);
  }

  /** Returns the newest acts. @param subject the subject to select; `null` for all */
  newestActs(subject: string | null): Promise<ShownRow[]> {
    return this.#newest("operator_acts", "act, subject, because, outcome, result", subject);
  }

  /** Returns the newest lookups. @param subject the subject to select; `null` for all */
  newestReads(subject: string | null): Promise<ShownRow[]> {
    return this.#newest("operator_reads", "command, subject", subject);
  }

  /** Deletes entries that are older than two years. */
  async purge(): Promise<void> {
    const before = this.#now() - KEPT_MS;
    const tables = ["operator_acts", "operator_reads"];
    await this.#db.batch(tables.map((table) => statement(this.#db, `DELETE FROM ${table} WHERE at <= ?`, before)));
  }

  #newest(table: string, columns: string, subject: string | null): Promise<ShownRow[]> {
    return shownRows(
      this.#db,
      `SELECT ${shownColumn("at")} AS at, who, ${columns}, request_id FROM ${table}
       WHERE ?1 IS NULL OR subject = ?1 ORDER BY ${table}.at DESC LIMIT ${ROWS_SHOWN}`,
      subject,
    );
  }
}
