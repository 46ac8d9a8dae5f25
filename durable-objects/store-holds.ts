import { DurableObject } from "cloudflare:workers";
import type { HeldStore, StoreHoldsPort } from "../shared/holds/holds.ts";
import type { CarriedRestore, CarriedState } from "../shared/holds/object-hold.ts";

const HELD = "held:";
const CARRIED = "carried:";

/** A stored part of the carried state. The state is split because a stored value can have at most 2 MB. */
type CarriedPart =
  | { kind: "begun"; id: string; bookmark: string; keys: CarriedState["keys"] }
  | { kind: "row"; table: string; row: CarriedState["tables"][string][number] };

/**
 * The Durable Object that lists a Worker's stores on hold, and keeps the state that a restored object must not lose.
 */
export class StoreHolds extends DurableObject implements StoreHoldsPort {
  async held(): Promise<HeldStore[]> {
    const held = [...this.ctx.storage.kv.list<number>({ prefix: HELD })];
    return held
      .map(([key, since]) => ({ store: key.slice(HELD.length), since }))
      .sort((one, other) => one.since - other.since);
  }

  async hold(store: string): Promise<boolean> {
    const { kv } = this.ctx.storage;
    if (kv.get(HELD + store) !== undefined) return false;
    kv.put(HELD + store, Date.now());
    return true;
  }

  async resume(store: string): Promise<boolean> {
    return this.ctx.storage.kv.delete(HELD + store);
  }

  async keepCarried(store: string, { id, bookmark, state: { tables, keys } }: CarriedRestore): Promise<void> {
    const rows: CarriedPart[] = Object.entries(tables).flatMap(([table, of]) =>
      of.map((row) => ({ kind: "row", table, row })),
    );
    const parts: CarriedPart[] = [{ kind: "begun", id, bookmark, keys }, ...rows];
    this.ctx.storage.transactionSync(() => {
      this.#drop(store);
      for (const [index, part] of parts.entries()) this.ctx.storage.kv.put(keyOf(store, index), part);
    });
  }

  async carried(store: string): Promise<CarriedRestore | null> {
    const parts = this.#parts(store);
    const begun = parts.find((part) => part.kind === "begun");
    if (!begun) return null;
    const byTable = Map.groupBy(
      parts.filter((part) => part.kind === "row"),
      ({ table }) => table,
    );
    const tables = Object.fromEntries([...byTable].map(([table, rows]) => [table, rows.map(({ row }) => row)]));
    const { id, bookmark, keys } = begun;
    return { id, bookmark, state: { tables, keys } };
  }

  async dropCarried(store: string): Promise<void> {
    this.ctx.storage.transactionSync(() => this.#drop(store));
  }

  #drop(store: string): void {
    const { kv } = this.ctx.storage;
    for (const [key] of [...kv.list({ prefix: prefixOf(store) })]) kv.delete(key);
  }

  #parts(store: string): CarriedPart[] {
    return [...this.ctx.storage.kv.list<CarriedPart>({ prefix: prefixOf(store) })].map(([, part]) => part);
  }
}

function prefixOf(store: string): string {
  return `${CARRIED}${store} `;
}

/** Returns the storage key of a part. The index is padded, so that parts sort by their number. */
function keyOf(store: string, index: number): string {
  return prefixOf(store) + String(index).padStart(9, "0");
}
