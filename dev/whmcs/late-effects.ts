const AGAIN_MS = 10;

/** Work that an installation goes on with after it has answered, by its own clock. */
export class LateEffects {
  readonly #now: () => number;
  #waiting: { dueAt: number; run: () => void }[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many are not done yet. */
  get count(): number {
    return this.#waiting.length;
  }

  add(afterMs: number, run: () => void): void {
    this.#waiting.push({ dueAt: this.#now() + afterMs, run });
    this.#runIn(afterMs);
  }

  /** Does what is due by now: a clock that is set by hand is no timer's. */
  runDue(): void {
    const now = this.#now();
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    this.#waiting = this.#waiting.filter((effect) => !due.includes(effect));
    for (const { run } of due) run();
  }

  #runIn(afterMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.runDue();
      // A timer may fire a millisecond before the clock says so; a clock that is set by hand may stand still.
      const left = Math.min(...this.#waiting.map(({ dueAt }) => dueAt - this.#now()));
      if (Number.isFinite(left)) this.#runIn(Math.max(left, AGAIN_MS));
    }, afterMs);
    this.#timers.add(timer.unref());
  }

  /** Nothing of it is done any more. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting = [];
  }
}
