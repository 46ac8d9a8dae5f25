import { World, type WorldOptions } from "../world.ts";
import { TALLY_PATH, type Tally } from "./tally.ts";

const ENTRIES = {
  site: "test/support/workers/counted-site.worker.ts",
  account: "test/support/workers/counted-account.worker.ts",
  catalogue: "test/support/workers/counted-catalogue.worker.ts",
  billing: "test/support/workers/counted-billing.worker.ts",
};
const WORKERS = ["frontdesk", "frontdesk-account", "frontdesk-catalogue", "frontdesk-billing"];
/** The work has ended if nothing was counted for this long. Late writes happen within half a second. */
const QUIET_MS = 700;
const LOOK_MS = 100;

/** The counts for one action and all its later work, by unit and subject. See {@link Tally}. */
export type Usage = Tally;

/** Creates a whole system of unchanged Workers that count their usage. */
export function countedWorld(options: WorldOptions = {}): World {
  return new World({ ...options, entries: ENTRIES });
}

/** Runs an action and waits until all its later work has ended. Returns the usage. */
export async function usageOf(world: World, act: () => Promise<unknown>): Promise<Usage> {
  await settledTally(world);
  await act();
  return settledTally(world);
}

async function settledTally(world: World): Promise<Tally> {
  const all: Tally = {};
  for (let last = performance.now(); performance.now() - last < QUIET_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    for (const tally of await Promise.all(WORKERS.map((worker) => world.ask(worker, TALLY_PATH)))) {
      for (const [name, by] of Object.entries(tally as Tally)) {
        all[name] = (all[name] ?? 0) + by;
        last = performance.now();
      }
    }
  }
  return all;
}

/** Returns the total of a unit over its subjects. @param subject the beginning of the subjects' names */
export function sumOf(usage: Usage, unit: string, subject = ""): number {
  return Object.entries(usage).reduce((sum, [name, by]) => {
    const [ofUnit, of = ""] = name.split(" ");
    return ofUnit === unit && of !== "scheduled_runs" && of.startsWith(subject) ? sum + by : sum;
  }, 0);
}
