import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What one object or database of the platform can do. */
export interface ThreadLimits {
  /** A call's own time on the thread, in milliseconds. */
  serviceMs: (random: Random) => number;
  /** From the caller to it and back, in milliseconds. */
  networkMs: number;
  /** Calls in its queue beyond which it answers that it is overloaded. */
  maxQueued: number;
}

/** What the platform throws where an object or database has too much to do. */
class OverloadedError extends Error {
  override name = "OverloadedError";
  readonly overloaded = true;
}

/**
 * One object or database of the platform: a single thread that takes one call after another. What a call waits for outside, such as
 * the answer of another host, does not hold the thread.
 */
export class SingleThread {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #limits: ThreadLimits;
  #freeAt = 0;
  #queued = 0;
  calls = 0;
  overloaded = 0;
  longestQueue = 0;
  busyMs = 0;

  constructor(time: VirtualTime, random: Random, limits: ThreadLimits) {
    this.#time = time;
    this.#random = random;
    this.#limits = limits;
  }

  /** Calls it. @throws {OverloadedError} */
  async call<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    const { serviceMs, networkMs, maxQueued } = this.#limits;
    this.calls++;
    await this.#time.wait(networkMs / 2);
    if (this.#queued >= maxQueued) {
      this.overloaded++;
      await this.#time.wait(networkMs / 2);
      throw new OverloadedError("too many requests queued");
    }
    this.#queued++;
    this.longestQueue = Math.max(this.longestQueue, this.#queued);
    const ownMs = serviceMs(this.#random);
    const from = Math.max(this.#time.now, this.#freeAt);
    this.#freeAt = from + ownMs;
    this.busyMs += ownMs;
    await this.#time.wait(this.#freeAt - this.#time.now);
    this.#queued--;
    const value = await work();
    await this.#time.wait(networkMs / 2);
    return value;
  }
}
