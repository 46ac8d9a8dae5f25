interface Waiting {
  concerns: string[];
  begin: () => void;
}

/** One errand at a time, in the order they came; one that has to wait for something else lets others past. */
export class CommandQueue {
  readonly #isHeldBack: (concerns: string[]) => boolean;
  #waiting: Waiting[] = [];
  #isTaken = false;

  /** @param isHeldBack whether the outcome of another errand on the same is still unknown */
  constructor(isHeldBack: (concerns: string[]) => boolean) {
    this.#isHeldBack = isHeldBack;
  }

  /** True once it is this errand's turn, false when that took too long. */
  async take(concerns: string[], maxWaitMs: number): Promise<boolean> {
    const turn = Promise.withResolvers<boolean>();
    const waiting = { concerns, begin: () => turn.resolve(true) };
    this.#waiting.push(waiting);
    this.next();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      turn.resolve(false);
    }, maxWaitMs);
    try {
      return await turn.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  giveBack(): void {
    this.#isTaken = false;
    this.next();
  }

  /** Begins the next errand that may; to be called whenever an outcome became known. */
  next(): void {
    if (this.#isTaken) return;
    const next = this.#waiting.find(({ concerns }) => !this.#isHeldBack(concerns));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#isTaken = true;
    next.begin();
  }
}
