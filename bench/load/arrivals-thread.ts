import { parentPort } from "node:worker_threads";
import { type Arrivals, generateArrivals } from "./arrivals.ts";

/** The thread's side of {@link ArrivalGenerator}. */
parentPort?.on("message", async (arrivals: Arrivals) => {
  try {
    const before = process.threadCpuUsage();
    const answers = await generateArrivals(arrivals);
    const { user, system } = process.threadCpuUsage(before);
    parentPort?.postMessage({ answers, cpuMs: (user + system) / 1_000 });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
