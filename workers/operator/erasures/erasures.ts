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
    return results.map(erasureOf);
  }

  /** @param places where more was found meanwhile; absent: as before */
  async advance({ id }: Pick<Erasure, "id">, state: ErasureState, note: string, places?: SubjectPlaces): Promise<void> {
    const doneAt = state === "done" ? this.#now() : null;
    await this.#db
      .prepare("UPDATE erasures SET state = ?, note = ?, done_at = ?, places = coalesce(?, places) WHERE id = ?")
      .bind(state, note, doneAt, places ? JSON.stringify(places) : null, id)
      .run();
  }

  /**
   * Begins those of the last 31 days anew, for a store that was restored: of a subject that was erased several times one, with the
   * places of all.
   * @param store whose erasures; null: all
   * @returns their ids
   */
  async again(store: string | null): Promise<string[]> {
    const now = this.#now();
    const { results } = await this.#db
      .prepare(
        `SELECT id, kind, installation, subject_id AS subjectId, state, places, note FROM erasures
         WHERE ${OPEN} OR (state = 'done' AND done_at > ?) ORDER BY done_at IS NULL, done_at`,
      )
      .bind(now - LEDGER_MS)
      .all<ErasureRow>();
    const concerned = results.map(erasureOf).filter((erasure) => store === null || isKeptIn(store, erasure));
    const bySubject = new Map(concerned.map((erasure) => [JSON.stringify(erasure.subject), erasure]));
    for (const { subject, places } of concerned) {
      const latest = bySubject.get(JSON.stringify(subject));
      if (latest) latest.places = togetherOf(latest.places, places);
    }
    // One that was only asked for begins when it was to begin.
    const anew = "state = 'asked', done_at = NULL, begins_at = iif(state = 'asked', begins_at, ?1), places = ?2";
    const latest = [...bySubject.values()];
    if (latest.length > 0) {
      await this.#db.batch(
        latest.map(({ id, places }) =>
          this.#db.prepare(`UPDATE erasures SET ${anew} WHERE id = ?3`).bind(now, JSON.stringify(places), id),
        ),
      );
    }
    return latest.map(({ id }) => id);
  }

  /** How many of these are not done. */
  async openAmong(ids: string[]): Promise<number> {
    const query = `SELECT count(*) AS count FROM erasures WHERE ${OPEN} AND id IN (SELECT value FROM json_each(?))`;
    return (await this.#db.prepare(query).bind(JSON.stringify(ids)).first<number>("count")) ?? 0;
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

/** Places of a subject that were found at different times. @param one whose limit of time holds */
export function togetherOf(one: SubjectPlaces, other: SubjectPlaces): SubjectPlaces {
  return {
    connections: union(one.connections, other.connections),
    accounts: union(one.accounts, other.accounts),
    applications: union(one.applications, other.applications),
    until: one.until ?? null,
  };
}

/** Whether something of a subject was in a store, by its name among those that are held. Everybody's is in a database. */
function isKeptIn(store: string, { subject, places }: Erasure): boolean {
  const [, kind, name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
  if (kind === "connection") return places.connections.includes(name);
  if (kind !== "account") return true;
  const of = subject.installation === "" ? "" : `${subject.installation}:`;
  return places.accounts.some((account) => `${of}${account}` === name);
}

function erasureOf({ id, kind, installation, subjectId, state, places, note }: ErasureRow): Erasure {
  return {
    ...{ id, state, note },
    subject: { kind, installation, id: subjectId },
    places: JSON.parse(places) as SubjectPlaces,
  };
}

function union<Item>(one: Item[], other: Item[]): Item[] {
  return [...new Set([...one, ...other])];
}
