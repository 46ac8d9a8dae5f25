import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { KEPT_MS } from "./operator-acts.ts";

/** A look-up as it is written down before it is shown. */
export interface OperatorRead {
  who: string;
  command: string;
  /** Such as `login:12`: one for each whose data is shown. */
  subjects: string[];
  requestId: string;
  /** Epoch milliseconds. */
  at: number;
}

/** What operators looked up about customers, in D1. */
export class OperatorReads {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** @throws where it is not written: then it must not be shown */
  async add({ who, command, subjects, requestId, at }: OperatorRead): Promise<void> {
    if (subjects.length === 0) return;
    const insert = "INSERT INTO operator_reads (id, at, who, command, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)";
    await this.#db.batch(
      subjects.map((subject) =>
        this.#db.prepare(insert).bind(crypto.randomUUID(), at, who, command, subject, requestId),
      ),
    );
  }

  /** The newest first. @param subject null: all */
  async newest(subject: string | null, limit: number): Promise<ShownRow[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT strftime('%Y-%m-%dT%H:%M:%SZ', at / 1000, 'unixepoch') AS at, who, command, subject, request_id
         FROM operator_reads WHERE ?1 IS NULL OR subject = ?1 ORDER BY operator_reads.at DESC LIMIT ?2`,
      )
      .bind(subject, limit)
      .all<ShownRow>();
    return results;
  }

  /** Removes what is older than two years. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM operator_reads WHERE at <= ?")
      .bind(at - KEPT_MS)
      .run();
  }
}
