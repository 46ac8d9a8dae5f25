import { DurableObject } from "cloudflare:workers";
import { type DatabaseCount, isBelow, type StoreWitnessPort } from "../shared/generations/database-generation.ts";
import {
  type RestoredObject,
  type RestoredObjectsPort,
  togetherByObject,
} from "../shared/generations/restored-objects.ts";

const KEY = "count";
const RESTORED = "restored:";
/** A day longer than a database can be put back by. */
const RESTORED_KEPT_MS = 31 * 86_400_000;

/**
 * Knows how far the database of its Worker has counted: a database that was put back has counted less. One object per database; that
 * of the account Worker also remembers which objects the operator put back.
 */
export class StoreWitness extends DurableObject implements StoreWitnessPort, RestoredObjectsPort {
  async keep(count: DatabaseCount): Promise<DatabaseCount> {
    const { kv } = this.ctx.storage;
    const known = kv.get<DatabaseCount>(KEY);
    if (known && isBelow(count, known)) return known;
    if (!known || isBelow(known, count)) kv.put(KEY, count);
    return count;
  }

  async remember(restored: RestoredObject): Promise<void> {
    this.ctx.storage.kv.put(keyOf(restored), restored);
    await this.#setAlarm();
  }

  async forget(restored: RestoredObject): Promise<void> {
    this.ctx.storage.kv.delete(keyOf(restored));
  }

  async restoredObjects(): Promise<RestoredObject[]> {
    return togetherByObject(this.#restores());
  }

  /** Deletes what no database can be put back to before any more. */
  override async alarm(): Promise<void> {
    const ended = Date.now() - RESTORED_KEPT_MS;
    for (const restored of this.#restores()) if (restored.at <= ended) await this.forget(restored);
    await this.#setAlarm();
  }

  #restores(): RestoredObject[] {
    return [...this.ctx.storage.kv.list<RestoredObject>({ prefix: RESTORED })].map(([, restored]) => restored);
  }

  async #setAlarm(): Promise<void> {
    const first = Math.min(...this.#restores().map(({ at }) => at));
    if (Number.isFinite(first)) await this.ctx.storage.setAlarm(first + RESTORED_KEPT_MS);
  }
}

function keyOf({ store, at }: RestoredObject): string {
  return `${RESTORED}${store}:${at}`;
}
