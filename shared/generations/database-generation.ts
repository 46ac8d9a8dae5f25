import { inTime } from "../platform/deadline.ts";
import { log, logFailure } from "../platform/log.ts";

const DEADLINE_MS = 5_000;
/** From a change to the comparison that makes it known to the object; changes in between share it. */
const AFTER_CHANGE_MS = 2_000;

/** How far a database has counted: in which life, and in it. A life begins when an operator accepts what went back. */
export interface DatabaseCount {
  /** Epoch milliseconds of the acceptance; 0 before the first. */
  accepted: number;
  counter: number;
}

/** The object beside a database, which knows how far it was. */
export interface StoreWitnessPort {
  /** Keeps a count unless it knows of a higher one. @returns the highest that it knows */
  keep(count: DatabaseCount): Promise<DatabaseCount>;
}

/** A store that has gone back and is held. */
export interface HeldStore {
  /** `account-database`, `billing-database`, or an object's name in the register. */
  store: string;
  /** When it was noticed, epoch milliseconds. */
  since: number;
}

export type DatabaseName = "account-database" | "billing-database" | "operator-database";

export interface DatabaseGenerationDependencies {
  db: D1Database;
  /** Its name in log lines and among the held stores. */
  store: DatabaseName;
  witness: StoreWitnessPort;
  now: () => number;
}

/**
 * The generation of a database: a counter in it that rises with each run of scheduled work and soon after each change, and that an
 * object beside it knows. A database that was put back has less than the object.
 */
export class DatabaseGeneration {
  readonly #dependencies: DatabaseGenerationDependencies;
  /** When the comparison after a change begins, epoch milliseconds. */
  #nextAt = 0;

  constructor(dependencies: DatabaseGenerationDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Compares, and counts up; holds the database where it has gone back.
   * @param runId of the run of scheduled work, for log lines
   * @returns whether it is held
   * @throws where either does not answer: then nothing may be done that depends on it
   */
  async compare(runId: string): Promise<boolean> {
    const { db, store, witness, now } = this.#dependencies;
    const count = await this.#count();
    const known = await inTime(witness.keep(count), DEADLINE_MS);
    // Another run may have counted on meanwhile: a database that did not go back has what its object knows, read afterwards.
    if (isBelow(count, known) && isBelow(await this.#count(), known)) {
      const held = await db
        .prepare("INSERT INTO held_stores (store, since) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING store")
        .bind(store, now())
        .first();
      if (held) log("store_went_back", { request_id: runId, store, counter: count.counter });
    } else await this.#advance();
    return this.isHeld();
  }

  /**
   * Compares soon after something was written, so that a database that is put back to before it is known. Never throws.
   * @param keepAlive keeps the isolate alive for it
   */
  compareSoon(keepAlive: (work: Promise<unknown>) => void, requestId: string = crypto.randomUUID()): void {
    const { now, store } = this.#dependencies;
    const at = now();
    if (at < this.#nextAt) return;
    this.#nextAt = at + AFTER_CHANGE_MS;
    const compared = wait(AFTER_CHANGE_MS).then(() => this.compare(requestId));
    keepAlive(logFailure("store_not_compared", compared, { request_id: requestId, store }));
  }

  /** After the comparison: a database that went back counts no further, and never up to what its object knows. */
  async #advance(): Promise<void> {
    const { db, witness } = this.#dependencies;
    const count = await db
      .prepare("UPDATE store_generation SET counter = counter + 1 RETURNING accepted, counter")
      .first<DatabaseCount>();
    if (!count) throw new Error("the database has no generation");
    await inTime(witness.keep(count), DEADLINE_MS);
  }

  async #count(): Promise<DatabaseCount> {
    const count = await this.#dependencies.db
      .prepare("SELECT accepted, counter FROM store_generation")
      .first<DatabaseCount>();
    if (!count) throw new Error("the database has no generation");
    return count;
  }

  async isHeld(): Promise<boolean> {
    return isStoreHeld(this.#dependencies.db, this.#dependencies.store);
  }

  /** Every store that this database says is held, the oldest first. */
  async held(): Promise<HeldStore[]> {
    const { db } = this.#dependencies;
    return (await db.prepare("SELECT store, since FROM held_stores ORDER BY since, store").all<HeldStore>()).results;
  }

  /** Begins a new life, as the operator says. Does nothing where it is not held. @returns whether it was held */
  async accept(): Promise<boolean> {
    const { db, store, witness, now } = this.#dependencies;
    if (!(await this.isHeld())) return false;
    const accepted = now();
    await witness.keep({ accepted, counter: 0 });
    await db.batch([
      db.prepare("UPDATE store_generation SET accepted = ?, counter = 1").bind(accepted),
      db.prepare("DELETE FROM held_stores WHERE store = ?").bind(store),
    ]);
    log("store_accepted", { store });
    return true;
  }
}

/** What the operator reads of a database that was accepted, or was not held. */
export function acceptedText(wasHeld: boolean): { isDone: boolean; text: string } {
  return wasHeld
    ? { isDone: true, text: "Accepted: the database counts anew from here." }
    : { isDone: false, text: "The database is not held." };
}

/** Whether a count is from before another one. */
export function isBelow(count: DatabaseCount, other: DatabaseCount): boolean {
  return count.accepted === other.accepted ? count.counter < other.counter : count.accepted < other.accepted;
}

/** Whether a database says of itself that it has gone back. */
export async function isStoreHeld(db: D1Database, store: DatabaseName): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM held_stores WHERE store = ?").bind(store).first()) !== null;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
