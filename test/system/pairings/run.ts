import process from "node:process";
import { parseArgs } from "node:util";
import type { ProductWorker } from "../../support/product-workers.ts";
import { checkOut, formerRelease } from "./former-tree.ts";
import { Journey } from "./journey.ts";
import { DEPLOYED, PairingSystem } from "./pairing-system.ts";

/**
 * `npm run pairings`: a deployment of today's Workers over the last release, one Worker after the other, and the way back, callers first. In
 * each pairing a customer and an application go through the service with what they were given in those before. `-- --from <commit>`:
 * over another commit.
 */
const { values } = parseArgs({ options: { from: { type: "string" } } });
using former = checkOut(values.from ?? formerRelease());
console.log(`Over ${former.commit.slice(0, 8)}:`);
const system = await PairingSystem.open(former.folder);
const journey = new Journey(system);
let failed = 0;
try {
  for (const today of pairings()) {
    const rest = DEPLOYED.filter((worker) => !today.includes(worker));
    const name = `today: ${today.join(", ") || "none"}; before: ${rest.join(", ") || "none"}`;
    try {
      await system.start(today);
      await journey.walk();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.error(`FAILED  ${name}\n${(error as Error).stack}`);
    }
  }
} finally {
  await system.close();
}
console.log(failed === 0 ? "Every pairing works." : `${failed} pairings do not work.`);
process.exitCode = failed === 0 ? 0 : 1;

/** The Workers that are of today: none, one more each time, and back again. */
function pairings(): ProductWorker[][] {
  const there = [...DEPLOYED.keys(), DEPLOYED.length].map((count) => DEPLOYED.slice(0, count));
  return [...there, ...there.slice(0, -1).toReversed()];
}
