import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the used heap of this process after a full garbage collection, in bytes. */
export async function livingBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    // Finalizers run between the rounds, and the next round collects the objects that they release.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
