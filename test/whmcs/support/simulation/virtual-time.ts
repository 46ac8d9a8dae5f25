/** A timer of the simulation; what `setTimeout` gives back in it. */
interface Timer {
  at: number;
  /** Of timers at the same instant, the one that was set first fires first. */
  order: number;
  fire: (() => void) | null;
}

type Globals = Pick<typeof globalThis, "setTimeout" | "clearTimeout">;

/**
 * A clock that stands still while something is computed, and jumps from timer to timer: code that asks `Date.now` and sets timers
 * runs in it unchanged, the same in each run. Signatures are computed by threads of the real process; the clock waits for them.
 */
export class VirtualTime {
  static #isRunning = false;
  #now: number;
  #order = 0;
  #signing = 0;
  readonly #timers: Timer[] = [];

  /** @param start epoch milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  get now(): number {
    return this.#now;
  }

  /** Waits in the simulation. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#set(resolve, milliseconds));
  }

  /**
   * Runs what `begin` starts with this clock in the place of the process's own, for so long.
   * @param forMs of the simulation; what is left then is dropped
   */
  async run(begin: () => void, forMs: number): Promise<void> {
    if (VirtualTime.#isRunning) throw new Error("there is one clock in a process: simulations run one after another");
    VirtualTime.#isRunning = true;
    const real: Globals & { now: typeof Date.now; sign: SubtleCrypto["sign"] } = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      now: Date.now,
      sign: crypto.subtle.sign,
    };
    const until = this.#now + forMs;
    Date.now = () => this.#now;
    globalThis.setTimeout = ((fire: () => void, milliseconds = 0) => this.#set(fire, milliseconds)) as never;
    globalThis.clearTimeout = ((timer?: Timer) => {
      if (timer) timer.fire = null;
    }) as never;
    crypto.subtle.sign = (...args) => this.#counted(real.sign.apply(crypto.subtle, args));
    try {
      begin();
      await this.#settle();
      for (let timer = this.#next(); timer && timer.at <= until; timer = this.#next()) {
        this.#now = Math.max(this.#now, timer.at);
        timer.fire?.();
        await this.#settle();
      }
      this.#now = until;
    } finally {
      VirtualTime.#isRunning = false;
      Date.now = real.now;
      crypto.subtle.sign = real.sign;
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
      this.#timers.length = 0;
    }
  }

  #set(fire: () => void, milliseconds: number): Timer {
    const timer = { at: this.#now + Math.max(0, Number(milliseconds) || 0), order: this.#order++, fire };
    const timers = this.#timers;
    timers.push(timer);
    for (let at = timers.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, timers[parent] as Timer)) break;
      timers[at] = timers[parent] as Timer;
      timers[parent] = timer;
      at = parent;
    }
    return timer;
  }

  /** The next timer that was not cleared. */
  #next(): Timer | undefined {
    for (;;) {
      const timer = this.#take();
      if (!timer || timer.fire) return timer;
    }
  }

  #take(): Timer | undefined {
    const timers = this.#timers;
    const [first] = timers;
    const last = timers.pop();
    if (!first || !last || first === last) return first;
    timers[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const timer = timers[child];
        if (timer && isBefore(timer, timers[least] as Timer)) least = child;
      }
      if (least === at) return first;
      [timers[at], timers[least]] = [timers[least] as Timer, timers[at] as Timer];
      at = least;
    }
  }

  /** Until everything has run that no timer holds up. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#signing > 0);
  }

  async #counted<Value>(work: Promise<Value>): Promise<Value> {
    this.#signing++;
    try {
      return await work;
    } finally {
      this.#signing--;
    }
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
