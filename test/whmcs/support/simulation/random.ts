/** Numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number from 0 up to, and without, `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** The time to the next of events that come independently of each other, so many on average in a unit of time. */
  untilNext(rate: number): number {
    return -Math.log(1 - this.next()) / rate;
  }
}
