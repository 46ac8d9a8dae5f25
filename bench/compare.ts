import { parseArgs } from "node:util";
import { suites } from "./cases/index.ts";
import { LoadGenerator } from "./load-generator.ts";
import { type Case, Measurement, type Method, type RatioComparison } from "./measure.ts";
import { circumstances, table, writeBetweenMarks } from "./report.ts";
import { startSystem } from "./system.ts";

const METHOD: Method = { rounds: 11, turn: 300, connections: [32, 4], pause: 0 };
/** A run that takes longer is stuck. */
const TIME_LIMIT_MS = 30 * 60_000;

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
if (options.write && words.length > 0) throw new Error("--write takes the whole table: name no case");

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
setTimeout(() => {
  console.error("stopped: it took too long");
  process.exit(1);
}, TIME_LIMIT_MS).unref();

console.error("building and starting the Workers");
const starting = startSystem();
const generator = new LoadGenerator();
try {
  await run();
} finally {
  await generator.close();
  await starting.then((system) => system.close()).catch(() => undefined);
}

async function run(): Promise<void> {
  const measurement = new Measurement(generator, METHOD);
  const comparisons: RatioComparison[] = [];
  for (const one of await chosenCases()) {
    console.error(`measuring ${one.name}`);
    comparisons.push(...(await measurement.compare(one)));
  }
  const report = `${table(comparisons)}\n\n${circumstances(METHOD, measurement.otherMethods(), measurement.busyness())}`;
  console.log(report);
  if (options.write) writeBetweenMarks("last table", report);
}

/** Those whose name contains every word of the command line; all of them without any. */
async function chosenCases(): Promise<Case[]> {
  const system = await starting;
  const cases: Case[] = [];
  for (const suite of suites) cases.push(...(await suite(system)));
  const chosen = cases.filter(({ name }) => words.every((word) => name.includes(word)));
  if (chosen.length > 0) return chosen;
  throw new Error(["no case has such a name; there are:", ...cases.map(({ name }) => name)].join("\n"));
}
