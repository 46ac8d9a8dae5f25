import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";

/** The steps in their order; `called_off` ends one that has not begun. */
export type ErasureState = "asked" | "connections" | "objects" | "rows" | "billing" | "done" | "called_off";

export interface Erasure {
  id: string;
  subject: DataSubject;
  state: ErasureState;
  places: SubjectPlaces;
  note: string;
  /** It was done, and something was kept since its person is still a customer. */
  isInPart: boolean;
  /** Epoch milliseconds; null where it is not done. */
  doneAt: number | null;
}

type ErasureRow = Omit<Erasure, "subject" | "places" | "isInPart"> &
  DataSubject & { id: string; subjectId: number; places: string; isInPart: 0 | 1 };

/** As long as a store can be restored to an earlier moment, and a day. */
const LEDGER_MS = 31 * 86_400_000;
/** From then on one that is still open waits for something, or fails. */
const LATE_MS = 3_600_000;
const OPEN = "state NOT IN ('done', 'called_off')";
const IN_PART = "EXISTS (SELECT 1 FROM erasures_in_part WHERE erasure = erasures.id)";
const ERASURES = `SELECT id, kind, subject_id AS subjectId, state, places, note, done_at AS doneAt,
  ${IN_PART} AS isInPart FROM erasures WHERE billing_system = ?1`;

/** Erasures that were asked for, in D1. */
export class Erasures {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  /** @param billingSystem of this deployment: a number of a former one is of somebody else */
  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  /** @param delayMs how long it can still be called off @returns its id; null where one of the same is open */
  async ask({ kind, id }: DataSubject, places: SubjectPlaces, delayMs: number): Promise<string | null> {
    const now = this.#now();
    const row = await this.#db
      .prepare(
        `INSERT INTO erasures (id, kind, billing_system, subject_id, asked_at, begins_at, state, places)
         VALUES (?, ?, ?, ?, ?, ?, 'asked', ?) ON CONFLICT DO NOTHING RETURNING id`,
      )
      .bind(crypto.randomUUID(), kind, this.#billingSystem, id, now, now + delayMs, JSON.stringify(places))
      .first<{ id: string }>();
    return row?.id ?? null;
  }

  /**
   * Calls one off that has not begun; one that is repeated stays done as it was.
   * @param isLate also one that should have begun
   * @returns false where it has begun, or is none
   */
  async callOff(id: string, isLate: boolean): Promise<boolean> {
    const { meta } = await this.#db
      .prepare(
        `UPDATE erasures SET state = iif(json_extract(places, '$.until') IS NULL, 'called_off', 'done'), done_at = ?1
         WHERE id = ?2 AND state = 'asked' AND (begins_at > ?1 OR ?3)`,
      )
      .bind(this.#now(), id, isLate ? 1 : 0)
      .run();
    return meta.changes > 0;
  }

  /** Those that are to be carried on, the oldest first. */
  async due(limit: number): Promise<Erasure[]> {
    const { results } = await this.#db
      .prepare(`${ERASURES} AND ${OPEN} AND begins_at <= ?2 ORDER BY begins_at LIMIT ?3`)
      .bind(this.#billingSystem, this.#now(), limit)
      .all<ErasureRow>();
    return results.map(erasureOf);
  }

  /** Writes down how far it is. */
  async advance({ id, state, note, places, isInPart }: Omit<Erasure, "subject" | "doneAt">): Promise<void> {
    const doneAt = state === "done" ? this.#now() : null;
    const inPart = isInPart
      ? "INSERT INTO erasures_in_part (erasure) VALUES (?) ON CONFLICT DO NOTHING"
      : "DELETE FROM erasures_in_part WHERE erasure = ?";
    await this.#db.batch([
      this.#db
        .prepare("UPDATE erasures SET state = ?, note = ?, done_at = ?, places = ? WHERE id = ?")
        .bind(state, note, doneAt, JSON.stringify(places), id),
      this.#db.prepare(inPart).bind(id),
    ]);
  }

  /**
   * Those of the last 31 days that a restore may have undone: of a subject that was erased several times the latest, with the places of
   * all. What is newer than one that was done is left out.
   * @param store that was restored; null: any
   */
  async repeatable(store: string | null): Promise<Erasure[]> {
    const { results } = await this.#db
      .prepare(`${ERASURES} AND (${OPEN} OR (state = 'done' AND done_at > ?2)) ORDER BY done_at IS NULL, done_at`)
      .bind(this.#billingSystem, this.#now() - LEDGER_MS)
      .all<ErasureRow>();
    const concerned = results.map(erasureOf).filter((erasure) => store === null || this.#isKeptIn(store, erasure));
    const bySubject = new Map(concerned.map((erasure) => [JSON.stringify(erasure.subject), erasure]));
    for (const { subject, places } of concerned) {
      const latest = bySubject.get(JSON.stringify(subject));
      if (latest) latest.places = togetherOf(latest.places, places);
    }
    return [...bySubject.values()].map((erasure) => {
      const { places, doneAt } = erasure;
      // Of one that was repeated before, when it was done first.
      return { ...erasure, places: { ...places, until: places.until ?? doneAt } };
    });
  }

  /** Begins them anew; one that is not done goes on at once from its beginning. @param delayMs how long those that were done can be called off */
  async again(erasures: readonly Pick<Erasure, "id" | "places">[], delayMs: number): Promise<void> {
    if (erasures.length === 0) return;
    const begins = "iif(state = 'done', ?1, begins_at)";
    const anew = `UPDATE erasures SET state = 'asked', done_at = NULL, begins_at = ${begins}, places = ?2 WHERE id = ?3`;
    const beginsAt = this.#now() + delayMs;
    await this.#db.batch(
      erasures.map(({ id, places }) => this.#db.prepare(anew).bind(beginsAt, JSON.stringify(places), id)),
    );
  }

  /** How many of these are not done. */
  async openAmong(ids: string[]): Promise<number> {
    const query = `SELECT count(*) AS count FROM erasures WHERE ${OPEN} AND id IN (SELECT value FROM json_each(?))`;
    return (await this.#db.prepare(query).bind(JSON.stringify(ids)).first<number>("count")) ?? 0;
  }

  /** How many are asked for or under way, and how many of them began more than an hour ago. */
  async openCounts(): Promise<{ open: number; late: number }> {
    const counts = `SELECT count(*) AS open, coalesce(sum(begins_at <= ?), 0) AS late FROM erasures WHERE ${OPEN} AND billing_system = ?`;
    const row = await this.#db
      .prepare(counts)
      .bind(this.#now() - LATE_MS, this.#billingSystem)
      .first<{ open: number; late: number }>();
    return row ?? { open: 0, late: 0 };
  }

  /** The newest first. */
  list(): Promise<ShownRow[]> {
    return shownRows(
      this.#db,
      `SELECT id AS erasure, kind, subject_id AS subject, ${shownColumn("asked_at")} AS askedAt,
           ${shownColumn("begins_at")} AS beginsAt, iif(state = 'done' AND ${IN_PART}, 'done_in_part', state) AS state, note, ${shownColumn("done_at")} AS doneAt
         FROM erasures WHERE billing_system = ? ORDER BY asked_at DESC LIMIT 200`,
      this.#billingSystem,
    );
  }

  /** Whether something of a subject was in a store, by its name among those that are held. Everybody's is in a database. */
  #isKeptIn(store: string, { places }: Erasure): boolean {
    const [, kind, name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
    if (kind === "connection") return places.connections.includes(name);
    if (kind !== "account") return true;
    return places.accounts.some((account) => `${this.#billingSystem}:${account}` === name);
  }

  /** Removes what ended more than 31 days ago. */
  async purge(): Promise<void> {
    await this.#db.batch([
      this.#db.prepare("DELETE FROM erasures WHERE done_at <= ?").bind(this.#now() - LEDGER_MS),
      this.#db.prepare("DELETE FROM erasures_in_part WHERE erasure NOT IN (SELECT id FROM erasures)"),
    ]);
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

function erasureOf({ id, kind, subjectId, state, places, note, doneAt, isInPart }: ErasureRow): Erasure {
  return {
    ...{ id, state, note, doneAt, isInPart: isInPart === 1 },
    subject: { kind, id: subjectId },
    places: JSON.parse(places) as SubjectPlaces,
  };
}

function union<Item>(one: Item[], other: Item[]): Item[] {
  return [...new Set([...one, ...other])];
}
