import { Holds, type StoreHoldsPort } from "../../shared/holds/holds.ts";
import type { CarriedRestore } from "../../shared/holds/object-hold.ts";

/** Returns a function that returns an in-memory replacement for the `StoreHolds` object. */
export function memoryHolds(): () => StoreHoldsPort {
  const held = new Map<string, number>();
  const carried = new Map<string, CarriedRestore>();
  const object: StoreHoldsPort = {
    held: async () => [...held].map(([store, since]) => ({ store, since })),
    async hold(store) {
      const isNew = !held.has(store);
      if (isNew) held.set(store, Date.now());
      return isNew;
    },
    resume: async (store) => held.delete(store),
    keepCarried: async (store, restore) => void carried.set(store, restore),
    carried: async (store) => carried.get(store) ?? null,
    dropCarried: async (store) => void carried.delete(store),
  };
  return () => object;
}

/** The holds of a Worker that has no store on hold. */
export const NO_HOLDS = new Holds(memoryHolds(), Date.now);
