import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of this process that remain after a full garbage collection. */
export async function livingBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    // The next round collects what was finalised in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
