/** The object of an account or a connection that the operator put back to an earlier moment. */
export interface RestoredObject {
  /** Its name in the register. */
  store: string;
  /** The moment that it was put back to, epoch milliseconds; null: that of a bookmark, which nothing tells. */
  to: number | null;
  /** When, epoch milliseconds. */
  at: number;
}

/** Remembers them for as long as a database can be put back, where a restore of the database does not reach. */
export interface RestoredObjectsPort {
  remember(restored: RestoredObject): Promise<void>;
  /** Of one that did not go back after all. */
  forget(restored: RestoredObject): Promise<void>;
  restoredObjects(): Promise<RestoredObject[]>;
}

/** One restore for each object: to the earliest of the moments that it was put back to, at the last of the times. */
export function togetherByObject(restores: readonly RestoredObject[]): RestoredObject[] {
  const together = new Map<string, RestoredObject>();
  for (const { store, to, at } of restores) {
    const other = together.get(store) ?? { store, to, at };
    const earliest = to === null || other.to === null ? null : Math.min(to, other.to);
    together.set(store, { store, to: earliest, at: Math.max(at, other.at) });
  }
  return [...together.values()];
}
