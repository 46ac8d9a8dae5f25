import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";

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

/** How long what operators did is kept: accountability outlives what it is about. */
const KEPT_MS = 2 * 365 * 86_400_000;

/** What operators did, in D1. */
export class OperatorActs {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Writes an act down. @returns its id @throws where it is not written: then it must not be carried out */
  async begin({ who, act, subject, because, requestId, at }: BegunAct): Promise<string> {
    const id = crypto.randomUUID();
    await this.#db
      .prepare(
        "INSERT INTO operator_acts (id, at, who, act, subject, because, request_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
      )
      .bind(id, at, who, act, subject, because, requestId)
      .run();
    return id;
  }

  async end(id: string, outcome: ActOutcome, result: string, at: number): Promise<void> {
    await this.#db
      .prepare("UPDATE operator_acts SET outcome = ?, result = ?, ended_at = ? WHERE id = ?")
      .bind(outcome, result, at, id)
      .run();
  }

  /** The newest first. @param subject null: all */
  newest(subject: string | null, limit: number): Promise<ShownRow[]> {
    return shownRows(
      this.#db,
      `SELECT ${shownColumn("at")} AS at, who, act, subject, because, outcome, result, request_id FROM operator_acts
       WHERE ?1 IS NULL OR subject = ?1 ORDER BY operator_acts.at DESC LIMIT ?2`,
      subject,
      limit,
    );
  }

  /** Removes what is older than two years. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM operator_acts WHERE at <= ?")
      .bind(at - KEPT_MS)
      .run();
  }
}
