import process from "node:process";
import { STORES, type StoreName } from "./drill-system.ts";
import { restoreDrill } from "./restore-drill.ts";

/**
 * `npm run drill -- restore`: puts each store of a system back by itself, shows what is noticed and held, accepts it and goes on; see
 * docs/restoring.md. `-- restore "account object"`: one of them.
 */
const [what, one] = process.argv.slice(2);
const stores = Object.keys(STORES) as StoreName[];
const chosen = one === undefined ? stores : stores.filter((store) => store === one);
if (what !== "restore" || chosen.length === 0) {
  console.error(`npm run drill -- restore [${stores.map((store) => `"${store}"`).join(" | ")}]`);
  process.exit(1);
}
const seen = await restoreDrill(chosen, console.log);
const isGood = seen.every(
  ({ held, order, accepted }) => held.length > 0 && order === 503 && accepted.held.length === 0,
);
console.log(isGood ? "Every store that went back was noticed and held, and goes on." : "Not every store was held.");
process.exit(isGood ? 0 : 1);
