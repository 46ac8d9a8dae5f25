/**
 * Runs concurrent tasks in an order that a seed decides. Each task waits before its next call to the database or the
 * registrar. Once all tasks wait, one of them continues. A task that still computes, for example with WebCrypto, makes
 * the others wait.
 */
export class Interleaving {
  readonly #below: (limit: number) => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param below a function that returns an integer from 0 up to, but not including, its argument */
  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  /** Runs tasks concurrently and waits until all have ended. */
  async run(works: readonly (() => Promise<void>)[]): Promise<void> {
    this.#running += works.length;
    await Promise.all(works.map((work) => work().finally(() => this.#end())));
  }

  /** Adds a task that a running task started without waiting for it. */
  async alongside(work: Promise<unknown>): Promise<void> {
    this.#running++;
    try {
      await work;
    } finally {
      this.#end();
    }
  }

  /** Waits for the caller's turn. */
  point(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#release();
    return promise;
  }

  #end(): void {
    this.#running--;
    this.#release();
  }

  #release(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#running) return;
    const [next] = this.#waiting.splice(this.#below(this.#waiting.length), 1);
    next?.();
  }
}
