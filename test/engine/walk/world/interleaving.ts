/**
 * Runs promises in an order that a seed decides. Each waits at its next call of the database, the registrar or the mail
 * sender. Once all of them wait, one continues. The class awaits work that computes without such a call, such as
 * WebCrypto.
 */
export class Interleaving {
  readonly #below: (limit: number) => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param below returns a number from 0 to below its argument */
  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  /** Runs works together. @returns when all have ended */
  async run(works: readonly (() => Promise<void>)[]): Promise<void> {
    this.#running += works.length;
    await Promise.all(works.map((work) => work().finally(() => this.#end())));
  }

  /** Runs work that another work started, and that continues at the same time. */
  async alongside(work: Promise<unknown>): Promise<void> {
    this.#running++;
    try {
      await work;
    } finally {
      this.#end();
    }
  }

  /** Waits for this call's turn. */
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
