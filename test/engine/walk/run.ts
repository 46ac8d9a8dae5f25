import process from "node:process";
import { parseArgs } from "node:util";
import { printTable } from "../../support/print-table.ts";
import { LONG, missedByLong } from "./coverage.ts";
import { MISTAKES, type Mistake } from "./mistakes.ts";
import { smallest } from "./smallest.ts";
import { type WalkReport, walk } from "./walk.ts";

/**
 * `npm run walk`: the embedded engine through years, judged by a model at every transaction. `-- --seed 1 --steps 10000`;
 * `--mistake "credit used twice"` walks with an engine that is built in a wrong way, and ends well only if that is found out; without a
 * name every mistake, one after the other.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    steps: { type: "string", default: "10000" },
    mistake: { type: "string" },
  },
});
const [seed, steps] = [wholeNumber(values.seed), wholeNumber(values.steps)];

const isGood = values.mistake === undefined ? await walkWell() : await walkMistaken(values.mistake);
process.exit(isGood ? 0 : 1);

async function walkWell(): Promise<boolean> {
  const began = process.cpuUsage();
  const report = await walk({ seed, steps });
  const { user, system } = process.cpuUsage(began);
  printTable(`Seed ${seed}`, ["What", "Times"], [...report.counts].toSorted());
  printTable(
    "The walk",
    ["Steps", "Until", "Days", ...Object.keys(report.rows), "CPU in s", "Violations"],
    [
      [
        ...[report.steps, report.until, report.counts.get("days") ?? 0, ...Object.values(report.rows)],
        ...[Math.round((user + system) / 1_000_000), report.violations.length],
      ],
    ],
  );
  if (report.violations.length > 0) {
    console.info(`\nSeed ${seed}, step ${report.steps}: ${report.violations[0]?.rule}`);
    console.info(report.trail.join("\n"));
    console.info(detailOf(report));
    console.info("\nWithout the steps that it does not need:");
    const { trail, violations } = await smallest({ seed, steps: report.steps }, report);
    console.info(trail.join("\n"));
    console.info(detailOf({ violations }));
    return false;
  }
  const missed = missedByLong(report);
  if (missed.length > 0) console.info(`\nNot often enough: ${missed.join("; ")}`);
  return steps < LONG || missed.length === 0;
}

function detailOf({ violations }: Pick<WalkReport, "violations">): string {
  return JSON.stringify(violations[0], (_, value) => (typeof value === "bigint" ? String(value) : value), 2);
}

async function walkMistaken(name: string): Promise<boolean> {
  const mistakes = MISTAKES.filter((known) => name === "" || known === name);
  if (mistakes.length === 0) throw new Error(`a mistake is one of: ${MISTAKES.join(", ")}`);
  const rows: (string | number)[][] = [];
  for (const mistake of mistakes) rows.push(await findOut(mistake));
  printTable(`Seed ${seed}`, ["Mistake", "Steps", "Found by"], rows);
  return rows.every(([, , rule]) => rule !== "");
}

async function findOut(mistake: Mistake): Promise<[string, number, string]> {
  const { steps: made, violations } = await walk({ seed, steps, mistake });
  return [mistake, made, violations[0]?.rule ?? ""];
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`not a whole number: ${text}`);
  return number;
}
