import type { ActResult } from "../operator-contract/answers.ts";
import { inTime } from "../platform/deadline.ts";
import { type JurisdictionSetting, type ObjectNamespace, within } from "../platform/jurisdiction.ts";
import { log } from "../platform/log.ts";
import type { CarriedRestore } from "./object-hold.ts";

const DEADLINE_MS = 5_000;
/** Maximum age of a cached result. After this time, a new hold is in force everywhere. */
export const HOLD_TAKES_MS = 5_000;

const TAKES = `It applies everywhere within ${HOLD_TAKES_MS / 1_000} seconds. Wait a minute before you restore, so that running work ends.`;

export type DatabaseName = "account-database" | "billing-database" | "operator-database";

/** A store that the operator has put on hold. */
export interface HeldStore {
  /** A {@link DatabaseName}, `account:<id>` or `connection:<id>`. */
  store: string;
  /** Time at which the hold began, in epoch milliseconds. */
  since: number;
}

/** The object `StoreHolds`. Restoring a database or another object does not affect it. */
export interface StoreHoldsPort {
  /** Returns the stores on hold, longest hold first. */
  held(): Promise<HeldStore[]>;
  /**
   * Puts a store on hold. If the store is already on hold, the time of that hold stays unchanged.
   * @returns whether the store was not on hold before
   */
  hold(store: string): Promise<boolean>;
  /**
   * Resumes a store.
   * @returns whether the store was on hold
   */
  resume(store: string): Promise<boolean>;
  /** Stores the state that a restore must keep, until the restored object has that state. */
  keepCarried(store: string, carried: CarriedRestore): Promise<void>;
  carried(store: string): Promise<CarriedRestore | null>;
  dropCarried(store: string): Promise<void>;
}

/** The error for a write to a store that is on hold. Nothing was changed. Log lines have the error's name. */
export class StoreHeldError extends Error {
  override readonly name = "StoreHeld";
}

/**
 * Returns a function that gets the object with a Worker's holds. The function gets a new stub for each call, because a
 * stub belongs to its request.
 */
export function storeHolds(namespace: ObjectNamespace<StoreHoldsPort>, setting: JurisdictionSetting) {
  return (): StoreHoldsPort => within(namespace, setting).getByName("holds");
}

/** The holds of a Worker's stores. If no store is on hold, that result is cached for {@link HOLD_TAKES_MS}. */
export class Holds {
  readonly #object: () => StoreHoldsPort;
  readonly #now: () => number;
  /** Latest known time at which no store was on hold, in epoch milliseconds. */
  #freeAt = Number.NEGATIVE_INFINITY;
  /** The value of {@link Holds.#placed} at that time. */
  #placedThen = 0;
  /** The number of holds that this isolate has placed. They are in force in this isolate immediately. */
  static #placed = 0;

  constructor(object: () => StoreHoldsPort, now: () => number) {
    this.#object = object;
    this.#now = now;
  }

  /**
   * Checks whether one of the stores is on hold.
   * @throws if the holds cannot be read; the caller must then change nothing
   */
  async isHeld(...stores: string[]): Promise<boolean> {
    const at = this.#now();
    const placed = Holds.#placed;
    if (this.#placedThen === placed && at - this.#freeAt < HOLD_TAKES_MS) return false;
    const held = await inTime(this.#object().held(), DEADLINE_MS);
    if (held.length === 0) [this.#freeAt, this.#placedThen] = [at, placed];
    return held.some(({ store }) => stores.includes(store));
  }

  /** Returns the stores on hold, longest hold first. */
  list(): Promise<HeldStore[]> {
    return this.#object().held();
  }

  /** Puts a store on hold for the operator. */
  async hold(store: string): Promise<ActResult> {
    const isNew = await this.#object().hold(store);
    Holds.#placed++;
    if (isNew) log("store_held", { store });
    return { isDone: isNew, text: isNew ? `${store} is on hold. ${TAKES}` : `${store} is already on hold.` };
  }

  /** Resumes a store for the operator. */
  async resume(store: string): Promise<ActResult> {
    const wasHeld = await this.#object().resume(store);
    if (wasHeld) log("store_resumed", { store });
    return { isDone: wasHeld, text: wasHeld ? `${store} is no longer on hold.` : `${store} is not on hold.` };
  }

  /** The storage for the state that an object keeps when it is restored. */
  get carried(): Pick<StoreHoldsPort, "keepCarried" | "carried" | "dropCarried"> {
    return this.#object();
  }
}
