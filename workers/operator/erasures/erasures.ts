import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";

/** An erasure that is running. */
export interface Erasure {
  id: string;
  subject: DataSubject;
  places: SubjectPlaces;
}

/** The progress of an erasure. `done_in_part` kept some data because its person is still a customer. */
export type ErasureProgress = Pick<Erasure, "id" | "places"> & {
  state: "begun" | "done" | "done_in_part";
  note: string;
};

/** One day longer than a store can be restored to an earlier moment. */
const LEDGER_MS = 31 * 86_400_000;
/** After this time, an open erasure waits for something, or fails. */
const LATE_MS = 3_600_000;
const OPEN = "state IN ('asked', 'begun')";
const DONE = "state IN ('done', 'done_in_part')";

/** The list of erasures in D1: the open ones, and those of the last 31 days. */
export class Erasures {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  /** @param billingSystem of this deployment; a former one's numbers belong to other people */
  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  /** @param delayMs how long it can be cancelled @returns its id; null if one for the same subject is open */
  async ask({ kind, id }: DataSubject, places: SubjectPlaces, delayMs: number): Promise<string | null> {
    const now = this.#now();
    const insert = `INSERT INTO erasures (id, kind, billing_system, subject_id, asked_at, begins_at, state, places)
      VALUES (?, ?, ?, ?, ?, ?, 'asked', ?) ON CONFLICT DO NOTHING RETURNING id`;
    const values = [kind, this.#billingSystem, id, now, now + delayMs, JSON.stringify(places)];
    return statement(this.#db, insert, crypto.randomUUID(), ...values).first<string>("id");
  }

  /**
   * Cancels an erasure that has not begun.
   * @param isLate also one that should have begun
   * @returns false if there is none
   */
  async callOff(id: string, isLate: boolean): Promise<boolean> {
    const update = `UPDATE erasures SET state = 'called_off', done_at = ?1
      WHERE id = ?2 AND state = 'asked' AND (begins_at > ?1 OR ?3)`;
    const { meta } = await statement(this.#db, update, this.#now(), id, isLate ? 1 : 0).run();
    return meta.changes > 0;
  }

  /** Returns the due erasures, the oldest first. */
  async due(limit: number): Promise<Erasure[]> {
    const query = `SELECT id AS erasure, kind, subject_id AS id, places FROM erasures
      WHERE billing_system = ? AND ${OPEN} AND begins_at <= ? ORDER BY begins_at LIMIT ?`;
    const due = statement(this.#db, query, this.#billingSystem, this.#now(), limit);
    const { results } = await due.all<DataSubject & { erasure: string; places: string }>();
    return results.map(({ erasure, places, ...subject }) => ({ id: erasure, subject, places: JSON.parse(places) }));
  }

  /** Records the progress of an erasure. */
  async advance({ id, state, note, places }: ErasureProgress): Promise<void> {
    const update = "UPDATE erasures SET state = ?, note = ?, places = ?, done_at = ? WHERE id = ?";
    const doneAt = state === "begun" ? null : this.#now();
    await statement(this.#db, update, state, note, JSON.stringify(places), doneAt, id).run();
  }

  /**
   * Returns the commands that repeat erasures which a restore has undone, in terminal form. There is one for each
   * subject that was erased since an instant, the oldest first. Data after `--until` belongs to a customer who
   * returned.
   * @param since epoch milliseconds: the instant of the restored state
   * @param store `account:<number>` or `connection:<id>` selects that object's data; a database has every subject
   */
  async repeatsSince(since: number, store: string): Promise<{ repeat: string }[]> {
    const [, kind, name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
    const isInStore = kind
      ? `EXISTS (SELECT 1 FROM json_each(places, '$.${kind}s') WHERE CAST(value AS TEXT) = ?2)`
      : "?2 = ''";
    const query = `SELECT kind, subject_id AS id, max(coalesce(json_extract(places, '$.until'), done_at)) AS until
      FROM erasures WHERE billing_system = ?3 AND ${DONE} AND done_at > ?1 AND ${isInStore}
      GROUP BY kind, subject_id ORDER BY until`;
    const undone = statement(this.#db, query, since, name, this.#billingSystem);
    const { results } = await undone.all<DataSubject & { until: number }>();
    return results.map(({ kind: of, id, until }) => ({
      repeat: `erase ${of} ${id} --until ${new Date(until).toISOString()}`,
    }));
  }

  /** Returns a login's or account's earlier erasures. A restore may have brought back data that nothing else lists. */
  async earlierPlaces({ kind, id }: DataSubject): Promise<SubjectPlaces[]> {
    const query = `SELECT places FROM erasures WHERE billing_system = ? AND kind = ? AND subject_id = ? AND ${DONE}`;
    const { results } = await statement(this.#db, query, this.#billingSystem, kind, id).all<{ places: string }>();
    return results.map(({ places }) => JSON.parse(places) as SubjectPlaces);
  }

  /** Counts the open erasures, and those that began more than an hour ago. */
  async openCounts(): Promise<{ open: number; late: number }> {
    const query = `SELECT count(*) AS open, coalesce(sum(begins_at <= ?), 0) AS late FROM erasures WHERE ${OPEN} AND billing_system = ?`;
    const counts = statement(this.#db, query, this.#now() - LATE_MS, this.#billingSystem);
    return (await counts.first<{ open: number; late: number }>()) ?? { open: 0, late: 0 };
  }

  /** Returns the newest erasures first. */
  list(): Promise<ShownRow[]> {
    return shownRows(
      this.#db,
      `SELECT id AS erasure, kind, subject_id AS subject, ${shownColumn("asked_at")} AS askedAt,
         ${shownColumn("begins_at")} AS beginsAt, state, note, ${shownColumn("done_at")} AS doneAt
       FROM erasures WHERE billing_system = ? ORDER BY asked_at DESC LIMIT 200`,
      this.#billingSystem,
    );
  }

  /** Deletes erasures that ended more than 31 days ago. */
  async purge(): Promise<void> {
    await statement(this.#db, "DELETE FROM erasures WHERE done_at <= ?", this.#now() - LEDGER_MS).run();
  }
}

/** Merges a subject's places that were found at different times. @param one the places whose `until` applies */
export function togetherOf(one: SubjectPlaces, other: SubjectPlaces): SubjectPlaces {
  return {
    connections: [...new Set([...one.connections, ...other.connections])],
    accounts: [...new Set([...one.accounts, ...other.accounts])],
    applications: [...new Set([...one.applications, ...other.applications])],
    until: one.until,
  };
}
