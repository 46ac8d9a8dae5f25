import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";

/** An erasure to perform. */
export interface Erasure {
  id: string;
  subject: DataSubject;
  places: SubjectPlaces;
}

/** The progress of an erasure. After `done_in_part`, some data was kept because the person is still a customer. */
export type ErasureProgress = Pick<Erasure, "id" | "places"> & {
  state: "begun" | "done" | "done_in_part";
  note: string;
};

/**
 * The time for which an ended erasure stays in the list: one day longer than the period for which a store can be
 * restored.
 */
const LEDGER_MS = 31 * 86_400_000;
/** The time after which an open erasure is late: it waits for something or keeps failing. */
const LATE_MS = 3_600_000;
const OPEN = "state IN ('asked', 'begun')";
const DONE = "state IN ('done', 'done_in_part')";

/** The list of erasures in D1: all open erasures, and those that ended in the last 31 days. */
export class Erasures {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  /** @param billingSystem the deployment's billing system; ids from a former billing system belong to other people */
  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  /**
   * Adds an erasure.
   * @param delayMs the time before the erasure begins, during which it can be cancelled
   * @returns the id of the erasure; `null` if an erasure of the same subject is open
   */
  async ask({ kind, id }: DataSubject, places: SubjectPlaces, delayMs: number): Promise<string | null> {
    const now = this.#now();
    const insert = `INSERT INTO erasures (id, kind, billing_system, subject_id, asked_at, begins_at, state, places)
      VALUES (?, ?, ?, ?, ?, ?, 'asked', ?) ON CONFLICT DO NOTHING RETURNING id`;
    const values = [kind, this.#billingSystem, id, now, now + delayMs, JSON.stringify(places)];
    return statement(this.#db, insert, crypto.randomUUID(), ...values).first<string>("id");
  }

  /**
   * Cancels an erasure that has not begun.
   * @param isLate whether to cancel it even after its start time
   * @returns false if no such erasure can be cancelled
   */
  async callOff(id: string, isLate: boolean): Promise<boolean> {
    const update = `UPDATE erasures SET state = 'called_off', done_at = ?1
      WHERE id = ?2 AND state = 'asked' AND (begins_at > ?1 OR ?3)`;
    const { meta } = await statement(this.#db, update, this.#now(), id, isLate ? 1 : 0).run();
    return meta.changes > 0;
  }

  /** Returns open erasures whose start time has passed, oldest first. */
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
   * Returns the terminal commands that repeat erasures which a restore has undone, oldest first. There is one command
   * for each subject that was erased after a time. Data newer than `--until` is kept, because it belongs to a customer
   * who returned.
   * @param since the time of the restored state, in epoch milliseconds
   * @param store `account:<number>` or `connection:<id>` selects subjects with data in that Durable Object; an empty
   * string selects all subjects
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

  /**
   * Returns the places of a subject's earlier erasures. A restore may have brought back data in places that nothing
   * else lists.
   */
  async earlierPlaces({ kind, id }: DataSubject): Promise<SubjectPlaces[]> {
    const query = `SELECT places FROM erasures WHERE billing_system = ? AND kind = ? AND subject_id = ? AND ${DONE}`;
    const { results } = await statement(this.#db, query, this.#billingSystem, kind, id).all<{ places: string }>();
    return results.map(({ places }) => JSON.parse(places) as SubjectPlaces);
  }

  /** Counts the open erasures, and those whose start time was more than an hour ago. */
  async openCounts(): Promise<{ open: number; late: number }> {
    const query = `SELECT count(*) AS open, coalesce(sum(begins_at <= ?), 0) AS late FROM erasures WHERE ${OPEN} AND billing_system = ?`;
    const counts = statement(this.#db, query, this.#now() - LATE_MS, this.#billingSystem);
    return (await counts.first<{ open: number; late: number }>()) ?? { open: 0, late: 0 };
  }

  /** Returns the erasures, newest first. */
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

/**
 * Merges two lists of places with a subject's data, found at different times.
 * @param one the places whose `until` is kept
 */
export function togetherOf(one: SubjectPlaces, other: SubjectPlaces): SubjectPlaces {
  return {
    connections: [...new Set([...one.connections, ...other.connections])],
    accounts: [...new Set([...one.accounts, ...other.accounts])],
    applications: [...new Set([...one.applications, ...other.applications])],
    until: one.until,
  };
}
