import { DurableObject } from "cloudflare:workers";
import { type DatabaseCount, isBelow, type StoreWitnessPort } from "../shared/generations/database-generation.ts";

const KEY = "count";

/** Knows how far the database of its Worker has counted: a database that was put back has counted less. One object per database. */
export class StoreWitness extends DurableObject implements StoreWitnessPort {
  async keep(count: DatabaseCount): Promise<DatabaseCount> {
    const { kv } = this.ctx.storage;
    const known = kv.get<DatabaseCount>(KEY);
    if (known && isBelow(count, known)) return known;
    if (!known || isBelow(known, count)) kv.put(KEY, count);
    return count;
  }
}
