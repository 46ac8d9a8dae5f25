import type { ActResult } from "../operator-contract/answers.ts";
import { inTime } from "../platform/deadline.ts";
import { type JurisdictionSetting, type ObjectNamespace, within } from "../platform/jurisdiction.ts";
import { log } from "../platform/log.ts";
import type { CarriedRestore } from "./object-hold.ts";

const DEADLINE_MS = 5_000;
/** Maximum age of an answer. After this time, a hold is in force everywhere. */
export const HOLD_TAKES_MS = 5_000;

const TAKES = `It applies everywhere within ${HOLD_TAKES_MS / 1_000} seconds. Wait a minute before you restore, so that running work ends.`;

export type DatabaseName = "account-database" | "billing-database" | "operator-database";

/** A store that the operator has paused. */
export interface HeldStore {
  /** A {@link DatabaseName}, `account:<id>` or `connection:<id>`. */
  store: string;
  /** Epoch milliseconds. */
  since: number;
}

/** The object `StoreHolds`. No restore of a database or of another object affects it. */
export interface StoreHoldsPort {
  /** Returns the paused stores, the longest first. */
  held(): Promise<HeldStore[]>;
  /** Pauses a store. A paused store keeps its earlier instant. @returns true if the store was not paused before */
  hold(store: string): Promise<boolean>;
  /** Resumes a store. @returns true if the store was paused */
  resume(store: string): Promise<boolean>;
  /** Stores the carried state of an object's restore until the restored object has it. */
  keepCarried(store: string, carried: CarriedRestore): Promise<void>;
  carried(store: string): Promise<CarriedRestore | null>;
  dropCarried(store: string): Promise<void>;
}

/** The error for a write to a store that the operator has paused. Nothing was changed. Log lines have its name. */
export class StoreHeldError extends Error {
  override readonly name = "StoreHeld";
}

/** Returns a function that gets the object of a Worker's holds, again for each call: a stub belongs to its request. */
export function storeHolds(namespace: ObjectNamespace<StoreHoldsPort>, setting: JurisdictionSetting) {
  return (): StoreHoldsPort => within(namespace, setting).getByName("holds");
}

/** The holds of a Worker's stores. If nothing is paused, the answer is cached for {@link HOLD_TAKES_MS}. */
export class Holds {
  readonly #object: () => StoreHoldsPort;
  readonly #now: () => number;
  /** The latest time at which nothing was paused, epoch milliseconds. */
  #freeAt = Number.NEGATIVE_INFINITY;
  /** The value of {@link Holds.#placed} at that time. */
  #placedThen = 0;
  /** The number of holds from this isolate. They are in force here immediately. */
  static #placed = 0;

  constructor(object: () => StoreHoldsPort, now: () => number) {
    this.#object = object;
    this.#now = now;
  }

  /** Checks whether one of the stores is paused. @throws if that cannot be read; then nothing may be changed */
  async isHeld(...stores: string[]): Promise<boolean> {
    const at = this.#now();
    const placed = Holds.#placed;
    if (this.#placedThen === placed && at - this.#freeAt < HOLD_TAKES_MS) return false;
    const held = await inTime(this.#object().held(), DEADLINE_MS);
    if (held.length === 0) [this.#freeAt, this.#placedThen] = [at, placed];
    return held.some(({ store }) => stores.includes(store));
  }

  /** Returns the paused stores, the longest first. */
  list(): Promise<HeldStore[]> {
    return this.#object().held();
  }

  /** Pauses a store for the operator. */
  async hold(store: string): Promise<ActResult> {
    const isNew = await this.#object().hold(store);
    Holds.#placed++;
    if (isNew) log("store_held", { store });
    return { isDone: isNew, text: isNew ? `${store} is on hold. ${TAKES}` : `${store} is already on hold.` };
  }

  /** Resumes a store. */
  async resume(store: string): Promise<ActResult> {
    const wasHeld = await this.#object().resume(store);
    if (wasHeld) log("store_resumed", { store });
    return { isDone: wasHeld, text: wasHeld ? `${store} is no longer on hold.` : `${store} is not on hold.` };
  }

  /** The storage for the state that a restore of an object carries. */
  get carried(): Pick<StoreHoldsPort, "keepCarried" | "carried" | "dropCarried"> {
    return this.#object();
  }
}
