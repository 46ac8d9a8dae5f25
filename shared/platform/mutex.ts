/**
 * A mutex that runs asynchronous work one piece at a time, first in, first out. Failed work does not block later work.
 */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Starts the work when all earlier work has ended.
   * @throws the error of the work
   */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    // expected: the caller gets the error of the work
    this.#last = result.catch(() => undefined);
    return result;
  }
}
