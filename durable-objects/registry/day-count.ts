import type { CallerClass } from "./registry-port.ts";

const SLOT_MS = 600_000;
const DAY_MS = 86_400_000;

/** Questions of ten minutes; `slot` counts ten minutes from the epoch. */
export interface DaySlot {
  slot: number;
  signedIn: number;
  anonymous: number;
}

/**
 * Counts questions against a rate per day: never more in any 24 hours, half of them at most by anonymous callers. Ten minutes
 * are counted together until all of them are a day old, so it errs towards fewer. Pure; the clock is the caller's.
 */
export class DayCount {
  #slots: DaySlot[];

  /** @param slots those of before, oldest first */
  constructor(slots: DaySlot[] = []) {
    this.#slots = slots;
  }

  /** What is to be kept. */
  get slots(): DaySlot[] {
    return this.#slots;
  }

  /** Milliseconds until the caller may ask; 0: now. */
  waitMs(caller: CallerClass, perDay: number, now: number): number {
    this.#slots = this.#slots.filter(({ slot }) => endOf(slot) > now);
    const isOver = (count: (slot: DaySlot) => number, most: number) => {
      const asked = this.#slots.reduce((sum, slot) => sum + count(slot), 0);
      const oldest = this.#slots.find((slot) => count(slot) > 0);
      return asked >= most && oldest ? endOf(oldest.slot) - now : 0;
    };
    const all = isOver((slot) => slot.signedIn + slot.anonymous, perDay);
    const share = Math.max(1, Math.floor(perDay / 2));
    return caller === "signed_in"
      ? all
      : Math.max(
          all,
          isOver(({ anonymous }) => anonymous, share),
        );
  }

  /** Counts a question, or takes one back. */
  add(caller: CallerClass, now: number, count: 1 | -1 = 1): void {
    const slot = Math.floor(now / SLOT_MS);
    let last = this.#slots.at(-1);
    if (last?.slot !== slot) {
      last = { slot, signedIn: 0, anonymous: 0 };
      this.#slots.push(last);
    }
    const key = caller === "signed_in" ? "signedIn" : "anonymous";
    last[key] = Math.max(0, last[key] + count);
  }
}

/** When nothing of a slot is within a day any more. */
function endOf(slot: number): number {
  return (slot + 1) * SLOT_MS + DAY_MS;
}
