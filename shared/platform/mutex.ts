/** Mutual exclusion of asynchronous work, first in, first out. Failed work does not block later work. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Starts the work when all earlier work has ended. @throws what the work throws */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    // expected: the caller gets the failure
    this.#last = result.catch(() => undefined);
    return result;
  }
}
