import type { CallerClass } from "./registry-port.ts";

const SLOT_MS = 600_000;
const DAY_MS = 86_400_000;

/** The numbers of queries in a slot of ten minutes. `slot` is the number of ten-minute slots since the epoch. */
export interface DaySlot {
  slot: number;
  signedIn: number;
  anonymous: number;
}

/**
 * A daily limit of `perDay` queries in any 24 hours. Anonymous callers get at most half of it. A query counts until its
 * slot of ten minutes is a day old, so the limit may admit slightly fewer queries. The class performs no I/O, and the
 * caller passes the time.
 */
export class DayCount {
  /** The counts to store, oldest first. */
  slots: DaySlot[];

  /** @param slots the stored counts */
  constructor(slots: DaySlot[] = []) {
    this.slots = slots;
  }

  /** Returns the number of milliseconds until the caller may query; 0 if the caller may query now. */
  waitMs(caller: CallerClass, perDay: number, now: number): number {
    this.slots = this.slots.filter(({ slot }) => endOf(slot) > now);
    const all = this.#waitMs((slot) => slot.signedIn + slot.anonymous, perDay, now);
    if (caller === "signed_in") return all;
    const share = Math.max(1, Math.floor(perDay / 2));
    const ofShare = this.#waitMs(({ anonymous }) => anonymous, share, now);
    return Math.max(all, ofShare);
  }

  /** Counts a query, or removes one from the count. */
  add(caller: CallerClass, now: number, count: 1 | -1 = 1): void {
    const slot = Math.floor(now / SLOT_MS);
    let last = this.slots.at(-1);
    if (last?.slot !== slot) {
      last = { slot, signedIn: 0, anonymous: 0 };
      this.slots.push(last);
    }
    const key = caller === "signed_in" ? "signedIn" : "anonymous";
    last[key] = Math.max(0, last[key] + count);
  }

  #waitMs(count: (slot: DaySlot) => number, most: number, now: number): number {
    const asked = this.slots.reduce((sum, slot) => sum + count(slot), 0);
    const oldest = this.slots.find((slot) => count(slot) > 0);
    return asked >= most && oldest ? endOf(oldest.slot) - now : 0;
  }
}

/** Returns the time from which the queries of a slot are ignored, in epoch milliseconds. */
function endOf(slot: number): number {
  return (slot + 1) * SLOT_MS + DAY_MS;
}
