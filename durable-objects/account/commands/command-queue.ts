interface WaitingCommand {
  resources: string[];
  begin: () => void;
}

/** Runs one command at a time, first in, first out; a command whose resources are locked lets others pass. */
export class CommandQueue {
  readonly #isLocked: (resources: string[]) => boolean;
  #waiting: WaitingCommand[] = [];
  #isRunning = false;

  /** @param isLocked whether the outcome of an earlier command on these resources is unknown */
  constructor(isLocked: (resources: string[]) => boolean) {
    this.#isLocked = isLocked;
  }

  /** Waits until the command may run. @returns false on timeout; after true, {@link CommandQueue.release} must follow */
  async acquire(resources: string[], maxWaitMs: number): Promise<boolean> {
    const acquired = Promise.withResolvers<boolean>();
    const waiting = { resources, begin: () => acquired.resolve(true) };
    this.#waiting.push(waiting);
    this.next();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      acquired.resolve(false);
    }, maxWaitMs);
    try {
      return await acquired.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#isRunning = false;
    this.next();
  }

  /** Starts the next command that may run. Call it whenever an outcome became known. */
  next(): void {
    if (this.#isRunning) return;
    const next = this.#waiting.find(({ resources }) => !this.#isLocked(resources));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#isRunning = true;
    next.begin();
  }
}
