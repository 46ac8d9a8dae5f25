import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns this process's heap in bytes after a full garbage collection. */
export async function livingBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    // The next round collects objects that were finalised in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
