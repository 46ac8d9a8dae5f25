import type { ActResult } from "../operator-contract/answers.ts";
import { inTime } from "../platform/deadline.ts";
import { type JurisdictionSetting, type ObjectNamespace, within } from "../platform/jurisdiction.ts";
import { log } from "../platform/log.ts";
import type { CarriedRestore } from "./object-hold.ts";

const DEADLINE_MS = 5_000;
/** How long an answer is good for: a hold is in force everywhere once this is over. */
export const HOLD_TAKES_MS = 5_000;

const TAKES = `It applies everywhere within ${HOLD_TAKES_MS / 1_000} seconds. Wait a minute before you restore, so that running work ends.`;

export type DatabaseName = "account-database" | "billing-database" | "operator-database";

/** A store that the operator has put on hold. */
export interface HeldStore {
  /** A {@link DatabaseName}, `account:<id>` or `connection:<id>`. */
  store: string;
  /** Epoch milliseconds. */
  since: number;
}

/** The object `StoreHolds`, which no restore of a database or of another object reaches. */
export interface StoreHoldsPort {
  /** The longest first. */
  held(): Promise<HeldStore[]>;
  /** Keeps the earlier instant of one that is held already. @returns whether it was not */
  hold(store: string): Promise<boolean>;
  /** @returns whether it was held */
  resume(store: string): Promise<boolean>;
  /** What a restore of an object carries across, until the restored object has it. */
  keepCarried(store: string, carried: CarriedRestore): Promise<void>;
  carried(store: string): Promise<CarriedRestore | null>;
  dropCarried(store: string): Promise<void>;
}

/** Nothing is changed, as the operator has put a store on hold. Log lines have its name. */
export class StoreHeldError extends Error {
  override readonly name = "StoreHeld";
}

/** Gives the object of a Worker's holds. A stub belongs to the request that got it: each call gets its own. */
export function storeHolds(namespace: ObjectNamespace<StoreHoldsPort>, setting: JurisdictionSetting) {
  return (): StoreHoldsPort => within(namespace, setting).getByName("holds");
}

/** Which stores of a Worker are on hold. Nothing on hold is remembered for {@link HOLD_TAKES_MS}. */
export class Holds {
  readonly #object: () => StoreHoldsPort;
  readonly #now: () => number;
  /** When nothing was on hold, epoch milliseconds. */
  #freeAt = Number.NEGATIVE_INFINITY;
  /** Of {@link Holds.#placed} then. */
  #placedThen = 0;
  /** How many holds were placed in this isolate: those are in force here at once. */
  static #placed = 0;

  constructor(object: () => StoreHoldsPort, now: () => number) {
    this.#object = object;
    this.#now = now;
  }

  /** Whether one of these is on hold. @throws if that cannot be read: then nothing may be changed */
  async isHeld(...stores: string[]): Promise<boolean> {
    const at = this.#now();
    const placed = Holds.#placed;
    if (this.#placedThen === placed && at - this.#freeAt < HOLD_TAKES_MS) return false;
    const held = await inTime(this.#object().held(), DEADLINE_MS);
    if (held.length === 0) [this.#freeAt, this.#placedThen] = [at, placed];
    return held.some(({ store }) => stores.includes(store));
  }

  /** The longest first. */
  list(): Promise<HeldStore[]> {
    return this.#object().held();
  }

  /** Puts a store on hold, as the operator says. */
  async hold(store: string): Promise<ActResult> {
    const isNew = await this.#object().hold(store);
    Holds.#placed++;
    if (isNew) log("store_held", { store });
    return { isDone: isNew, text: isNew ? `${store} is on hold. ${TAKES}` : `${store} is already on hold.` };
  }

  /** Ends the hold of a store. */
  async resume(store: string): Promise<ActResult> {
    const wasHeld = await this.#object().resume(store);
    if (wasHeld) log("store_resumed", { store });
    return { isDone: wasHeld, text: wasHeld ? `${store} is no longer on hold.` : `${store} is not on hold.` };
  }

  /** What a restore of an object carries across. */
  get carried(): Pick<StoreHoldsPort, "keepCarried" | "carried" | "dropCarried"> {
    return this.#object();
  }
}
