import type { JournalRows } from "../journal/journal-rows.ts";

interface WaitingCommand {
  lock: string;
  begin: (isAdmitted: true) => void;
}

/**
 * Runs one command at a time, in order of arrival. If a command's lock is taken, later commands with free locks run
 * first.
 */
export class CommandQueue {
  readonly #journal: Pick<JournalRows, "isLocked">;
  #waiting: WaitingCommand[] = [];
  #isRunning = false;

  constructor(journal: Pick<JournalRows, "isLocked">) {
    this.#journal = journal;
  }

  /**
   * Waits until the command may run.
   * @returns false if the wait timed out; if true, the caller must call {@link CommandQueue.release} afterwards
   */
  async acquire(lock: string, maxWaitMs: number): Promise<boolean> {
    const { promise: acquired, resolve } = Promise.withResolvers<boolean>();
    const waiting = { lock, begin: resolve };
    this.#waiting.push(waiting);
    this.next();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      resolve(false);
    }, maxWaitMs);
    try {
      return await acquired;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#isRunning = false;
    this.next();
  }

  /** Starts the next command that may run. Call this method whenever an outcome becomes known. */
  next(): void {
    if (this.#isRunning) return;
    const next = this.#waiting.find(({ lock }) => !this.#journal.isLocked(lock));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#isRunning = true;
    next.begin(true);
  }
}
