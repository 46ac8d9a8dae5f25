import { setTimeout as wait } from "node:timers/promises";
import { HOLD_TAKES_MS, type StoreHoldsPort } from "../../shared/holds/holds.ts";
import type { TestRuntime } from "./test-runtime.ts";

type HoldsEnv = { STORE_HOLDS: { getByName(name: string): Pick<StoreHoldsPort, "hold" | "resume"> } };

/** Puts a Worker's store on hold while a function runs. The function starts once the hold is effective. */
export async function whileHeld<Result>(
  runtime: Pick<TestRuntime, "getWorker">,
  worker: string,
  store: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { STORE_HOLDS } = await runtime.getWorker<HoldsEnv>(worker).getEnv();
  await STORE_HOLDS.getByName("holds").hold(store);
  try {
    await wait(HOLD_TAKES_MS);
    return await work();
  } finally {
    await STORE_HOLDS.getByName("holds").resume(store);
  }
}
