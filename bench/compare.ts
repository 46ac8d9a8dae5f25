import process from "node:process";
import { defineCommand, UsageError } from "../scripts/command-line.ts";
import { suites } from "./cases/index.ts";
import { LoadGenerator } from "./load-generator.ts";
import { type Case, Measurement, type Method, type RatioComparison } from "./measure.ts";
import { circumstances, pageTable, table, writeBetweenMarks } from "./report.ts";
import { type BenchSystem, startSystem } from "./system.ts";

const METHOD: Method = { rounds: 11, turn: 300, connections: [32, 4], pause: 0 };
/** A run that takes longer than this is stuck. */
const TIME_LIMIT_MS = 30 * 60_000;

export const command = defineCommand({
  options: { write: { type: "boolean", about: "Writes the table into docs/evidence/performance.md." } },
  words: { name: "part of a case's name", max: 20 },
  isLong: true,
  hasStack: true,
  async run({ words, options }) {
    if (options.write && words.length > 0) throw new UsageError("--write takes the whole table: name no case.");
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    setTimeout(() => {
      console.error("stopped: it took too long");
      process.exit(1);
    }, TIME_LIMIT_MS).unref();
    console.error("building and starting the Workers");
    const starting = startSystem();
    const generator = new LoadGenerator();
    try {
      const { comparisons, below } = await compare(await chosenCases(await starting, words), generator);
      console.log(`${table(comparisons)}\n\n${below}`);
      if (options.write) writeBetweenMarks("last table", `${pageTable(comparisons, METHOD.connections)}\n\n${below}`);
    } finally {
      await generator.close();
      await starting.then((system) => system.close()).catch(() => undefined);
    }
  },
});

/**
 * Measures the cases.
 * @returns the comparisons, and the machine and method of the measurement
 */
async function compare(
  cases: readonly Case[],
  generator: LoadGenerator,
): Promise<{ comparisons: RatioComparison[]; below: string }> {
  const measurement = new Measurement(generator, METHOD);
  const comparisons: RatioComparison[] = [];
  for (const one of cases) {
    console.error(`measuring ${one.name}`);
    comparisons.push(...(await measurement.compare(one)));
  }
  return { comparisons, below: circumstances(METHOD, measurement.otherMethods(), measurement.busyness()) };
}

/** Returns the cases whose names contain all words of the command line. Without words, returns all cases. */
async function chosenCases(system: BenchSystem, words: readonly string[]): Promise<Case[]> {
  const cases: Case[] = [];
  for (const suite of suites) cases.push(...(await suite(system)));
  const chosen = cases.filter(({ name }) => words.every((word) => name.includes(word)));
  if (chosen.length > 0) return chosen;
  throw new UsageError(["No case matches. The cases are:", ...cases.map(({ name }) => name)].join("\n"));
}
