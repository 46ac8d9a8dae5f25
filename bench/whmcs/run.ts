import { parseArgs } from "node:util";
import { ACTING_SETTINGS } from "../../dev/whmcs/local-installation.ts";
import { World } from "../../test/support/world.ts";
import { writeBetweenMarks } from "../report.ts";
import { connectMany, measureCapacity, measureFlood, measureIdentical } from "./load.ts";
import { costOf, type QuestionCost } from "./question-cost.ts";
import { everyQuestion } from "./questions.ts";
import { costTable, whmcsReport } from "./tables.ts";

/**
 * `npm run bench:whmcs`: what each question costs in front of a simulated WHMCS, and what is served under load. Words choose questions
 * by their names, without the load; `-- --write` puts everything into docs/performance.md.
 */
const TIME_LIMIT_MS = 60 * 60_000;
/** Prices are refreshed as often where the Workers are deployed. */
const PRICES_MS = 3 * 60_000;

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
if (options.write && words.length > 0) throw new Error("--write takes everything: name no question");

setTimeout(() => {
  console.error("stopped: it took too long");
  process.exit(1);
}, TIME_LIMIT_MS).unref();

console.error("building and starting the Workers");
const world = new World({ whmcs: {}, vars: { billing: ACTING_SETTINGS } });
try {
  await world.start();
  const costs: QuestionCost[] = [];
  let pricesReadAt = performance.now();
  for (const question of await everyQuestion(world)) {
    if (!words.every((word) => question.name.includes(word))) continue;
    if (performance.now() - pricesReadAt > PRICES_MS) {
      await world.tick();
      pricesReadAt = performance.now();
    }
    console.error(`measuring ${question.name}`);
    costs.push(await costOf(world.whmcs, question));
  }
  if (words.length > 0) console.log(costTable(costs));
  else {
    console.error("measuring the load");
    const tokens = await connectMany(world);
    const [token = ""] = tokens;
    const identical = await measureIdentical(world, token);
    const flood = await measureFlood(world, tokens);
    const capacity = await measureCapacity(world, tokens);
    const report = whmcsReport({ costs, capacity, flood, identical });
    console.log(report);
    if (options.write) writeBetweenMarks("before WHMCS", report);
  }
} finally {
  await world.close();
}
