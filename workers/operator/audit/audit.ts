import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";

/** An act as it is written down before it is carried out. */
export interface BegunAct {
  who: string;
  act: string;
  /** Such as `connection:<id>`. */
  subject: string;
  because: string;
  requestId: string;
  /** Epoch milliseconds. */
  at: number;
}

export type ActOutcome = "done" | "refused" | "failed";

/** A look-up as it is written down before it is shown. */
export interface OperatorRead extends Omit<BegunAct, "act" | "subject" | "because"> {
  command: string;
  /** Such as `login:12`: one for each whose data is shown. */
  subjects: string[];
}

/** Accountability outlives its subject. */
const KEPT_MS = 2 * 365 * 86_400_000;
const ROWS_SHOWN = 200;

/** What operators did, and what they looked up about customers, in D1. */
export class Audit {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Writes an act down. @returns its id @throws where it is not written: then it must not be carried out */
  async beginAct({ who, act, subject, because, requestId, at }: BegunAct): Promise<string> {
    const id = crypto.randomUUID();
    const insert =
      "INSERT INTO operator_acts (id, at, who, act, subject, because, request_id) VALUES (?, ?, ?, ?, ?, ?, ?)";
    await statement(this.#db, insert, id, at, who, act, subject, because, requestId).run();
    return id;
  }

  async endAct(id: string, outcome: ActOutcome, result: string, at: number): Promise<void> {
    const update = "UPDATE operator_acts SET outcome = ?, result = ?, ended_at = ? WHERE id = ?";
    await statement(this.#db, update, outcome, result, at, id).run();
  }

  /** @throws where it is not written: then it must not be shown */
  async addReads({ who, command, subjects, requestId, at }: OperatorRead): Promise<void> {
    if (subjects.length === 0) return;
    const insert = "INSERT INTO operator_reads (id, at, who, command, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)";
    const added = subjects.map((subject) =>
      statement(this.#db, insert, crypto.randomUUID(), at, who, command, subject, requestId),
    );
    await this.#db.batch(added);
  }

  /** The newest first. @param subject null: all */
  newestActs(subject: string | null): Promise<ShownRow[]> {
    return this.#newest("operator_acts", "act, subject, because, outcome, result", subject);
  }

  /** The newest first. @param subject null: all */
  newestReads(subject: string | null): Promise<ShownRow[]> {
    return this.#newest("operator_reads", "command, subject", subject);
  }

  /** Removes what is older than two years. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    const tables = ["operator_acts", "operator_reads"];
    await this.#db.batch(
      tables.map((table) => statement(this.#db, `DELETE FROM ${table} WHERE at <= ?`, at - KEPT_MS)),
    );
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
