import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of this process that live on, after everything that nobody holds was collected. */
export async function livingBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    // What is finalised in between is collected by the next.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
