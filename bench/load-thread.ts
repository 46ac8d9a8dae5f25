import { parentPort } from "node:worker_threads";
import { generateLoad, type LoadOrder } from "./load.ts";

/** The thread's side of {@link LoadThread}. */
parentPort?.on("message", async (order: LoadOrder) => {
  try {
    parentPort?.postMessage({ result: await generateLoad(order) });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
