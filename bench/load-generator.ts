import { Worker } from "node:worker_threads";
import type { LoadOrder, LoadResult } from "./load.ts";

/** Milliseconds that a measurement may take beyond its own time. A longer measurement is stuck. */
const GRACE_MS = 10_000;

/** The load generator. It runs in its own thread, so that nothing else takes its processor time. */
export class LoadGenerator {
  readonly #thread = new Worker(new URL("load.ts", import.meta.url));

  /**
   * Runs one measurement. Only one may run at a time.
   * @throws {Error} if a response is wrong or does not arrive
   */
  run(order: LoadOrder): Promise<LoadResult> {
    const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
    const late = setTimeout(
      () => reject(new Error("no response arrived, or it was shorter than expected")),
      order.milliseconds + GRACE_MS,
    );
    const fail = (error: Error) => reject(error);
    this.#thread.once("error", fail);
    this.#thread.once("message", (message: { result: LoadResult } | { failure: string }) => {
      if ("result" in message) resolve(message.result);
      else reject(new Error(message.failure));
    });
    this.#thread.postMessage(order);
    return promise.finally(() => {
      clearTimeout(late);
      this.#thread.off("error", fail);
    });
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
