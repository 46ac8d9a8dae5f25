/**
 * Runs promises in an order that a seed decides: each waits at its next call of the database, the registrar or the mail sender,
 * and once all of them wait one goes on. Work that computes without waiting here, such as WebCrypto, is waited for.
 */
export class Interleaving {
  readonly #below: (limit: number) => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param below gives a number from 0 to below its argument */
  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  /** Runs works together. @returns when all have ended */
  async run(works: readonly (() => Promise<void>)[]): Promise<void> {
    this.#running += works.length;
    await Promise.all(works.map((work) => work().finally(() => this.#end())));
  }

  /** Work that was begun by one that runs, and that goes on beside it. */
  async beside(work: Promise<unknown>): Promise<void> {
    this.#running++;
    try {
      await work;
    } finally {
      this.#end();
    }
  }

  /** Waits until it is this call's turn. */
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
