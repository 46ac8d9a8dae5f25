import process from "node:process";
import { drillBilling } from "../whmcs/drill-billing.ts";
import { STORES } from "./drill-system.ts";
import { restoreDrill } from "./restore-drill.ts";
import { differences } from "./verdict.ts";

/**
 * `npm run drill -- restore`: restores each store of a system under traffic, shows what is refused and kept, resumes it and goes on; see
 * docs/restoring.md. `-- restore --whmcs`: before a simulated WHMCS, which stays as it is. `-- restore "account object"`:
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
const different = seen.flatMap(differences);
console.log(
  different.length === 0
    ? "Every restored store was on hold and goes on, as docs/restoring.md has it; nothing was ordered twice."
    : ["It is not as docs/restoring.md has it:", ...different].join("\n"),
);
process.exit(different.length === 0 ? 0 : 1);
