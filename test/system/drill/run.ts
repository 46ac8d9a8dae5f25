import process from "node:process";
import { drillBilling } from "../whmcs/drill-billing.ts";
import { STORES } from "./drill-system.ts";
import { restoreDrill } from "./restore-drill.ts";

/**
 * `npm run drill -- restore`: puts each store of a system back by itself under traffic, shows what is noticed and held, accepts it and
 * goes on; see docs/restoring.md. `-- restore --whmcs`: before a simulated WHMCS, which stays as it is. `-- restore "account object"`:
 * one of them.
 */
const words = process.argv.slice(2);
const isBeforeWhmcs = words.includes("--whmcs");
const [what, one, ...more] = words.filter((word) => word !== "--whmcs");
const chosen = STORES.filter((store) => one === undefined || store === one);
if (what !== "restore" || chosen.length === 0 || more.length > 0) {
  console.error(`npm run drill -- restore [--whmcs] [${STORES.map((store) => `"${store}"`).join(" | ")}]`);
  process.exit(1);
}
const seen = await restoreDrill(chosen, console.log, isBeforeWhmcs ? drillBilling : undefined);
const isGood = seen.every(
  ({ held, order, accepted, traffic }) =>
    held.length > 0 && order === 503 && accepted.held.length === 0 && traffic.twice.length === 0,
);
console.log(
  isGood
    ? "Every store that went back was noticed and held, and goes on; nothing was ordered twice."
    : "Not every store was held, or something was ordered twice.",
);
process.exit(isGood ? 0 : 1);
