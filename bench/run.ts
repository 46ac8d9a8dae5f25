import { argv } from "node:process";

/** What each word after `npm run bench --` measures; any other word chooses cases of the comparison. */
const PARTS: Record<string, () => Promise<unknown>> = {
  timeline: () => import("./order-timeline.ts"),
  profile: () => import("./profile.ts"),
  startup: () => import("./startup/run.ts"),
  costs: () => import("./costs/print-costs.ts"),
};

const part = PARTS[argv[2] ?? ""];
if (part) argv.splice(2, 1);
await (part ?? (() => import("./compare.ts")))();
