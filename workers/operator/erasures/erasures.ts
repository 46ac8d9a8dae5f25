import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";

/** The steps in their order; `called_off` ends one that has not begun. */
export type ErasureState = "asked" | "connections" | "objects" | "rows" | "billing" | "done" | "called_off";

export interface Erasure {
  id: string;
  subject: DataSubject;
  state: ErasureState;
  places: SubjectPlaces;
  note: string;
}

type ErasureRow = Omit<Erasure, "subject" | "places"> & DataSubject & { id: string; subjectId: number; places: string };

/** As long as a store can be restored to an earlier moment, and a day. */
const LEDGER_MS = 31 * 86_400_000;
const OPEN = "state NOT IN ('done', 'called_off')";
const instant = (column: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`;

/** Erasures that were asked for, in D1. */
export class Erasures {
  readonly #db: D1Database;
  readonly #now: () => number;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** @param delayMs how long it can still be called off @returns its id; null where one of the same is open */
  async ask({ kind, installation, id }: DataSubject, places: SubjectPlaces, delayMs: number): Promise<string | null> {
    const now = this.#now();
    const row = await this.#db
      .prepare(
        `INSERT INTO erasures (id, kind, installation, subject_id, asked_at, begins_at, state, places)
         VALUES (?, ?, ?, ?, ?, ?, 'asked', ?) ON CONFLICT DO NOTHING RETURNING id`,
      )
      .bind(crypto.randomUUID(), kind, installation, id, now, now + delayMs, JSON.stringify(places))
      .first<{ id: string }>();
    return row?.id ?? null;
  }

  /** @returns false where it has begun, or is none */
  async callOff(id: string): Promise<boolean> {
    const { meta } = await this.#db
      .prepare(
        "UPDATE erasures SET state = 'called_off', done_at = ?1 WHERE id = ?2 AND state = 'asked' AND begins_at > ?1",
      )
      .bind(this.#now(), id)
      .run();
    return meta.changes > 0;
  }

  /** Those that are to be carried on, the oldest first. */
  async due(limit: number): Promise<Erasure[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT id, kind, installation, subject_id AS subjectId, state, places, note FROM erasures
         WHERE ${OPEN} AND begins_at <= ? ORDER BY begins_at LIMIT ?`,
      )
      .bind(this.#now(), limit)
      .all<ErasureRow>();
    return results.map(({ id, kind, installation, subjectId, state, places, note }) => ({
      ...{ id, state, note },
      subject: { kind, installation, id: subjectId },
      places: JSON.parse(places) as SubjectPlaces,
    }));
  }

  async advance({ id }: Pick<Erasure, "id">, state: ErasureState, note: string): Promise<void> {
    const doneAt = state === "done" ? this.#now() : null;
    await this.#db
      .prepare("UPDATE erasures SET state = ?, note = ?, done_at = ? WHERE id = ?")
      .bind(state, note, doneAt, id)
      .run();
  }

  /** Begins those of the last 31 days anew, for a store that was restored. @returns how many */
  async again(): Promise<number> {
    const now = this.#now();
    const { meta } = await this.#db
      .prepare(
        "UPDATE OR IGNORE erasures SET state = 'asked', begins_at = ?1, done_at = NULL WHERE state = 'done' AND done_at > ?2",
      )
      .bind(now, now - LEDGER_MS)
      .run();
    return meta.changes;
  }

  /** The newest first. */
  async list(): Promise<ShownRow[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT id AS erasure, kind, subject_id AS subject, installation, ${instant("asked_at")} AS askedAt,
           ${instant("begins_at")} AS beginsAt, state, note, ${instant("done_at")} AS doneAt
         FROM erasures ORDER BY asked_at DESC LIMIT 200`,
      )
      .all<ShownRow>();
    return results;
  }

  /** Removes what ended more than 31 days ago. */
  async purge(): Promise<void> {
    await this.#db
      .prepare("DELETE FROM erasures WHERE done_at <= ?")
      .bind(this.#now() - LEDGER_MS)
      .run();
  }
}
