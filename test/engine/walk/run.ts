import process from "node:process";
import { defineCommand, UsageError, wholeNumber } from "../../../scripts/command-line.ts";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { printTable, tableOf } from "../../support/print-table.ts";
import { missedByLong } from "./coverage.ts";
import { foundBy, MISTAKES, type Mistake } from "./mistakes.ts";
import { type WalkReport, walk } from "./walk.ts";

const PAGE = new URL("../../../docs/evidence/money.md", import.meta.url);

export const command = defineCommand({
  options: {
    seed: { type: "string", value: "n", about: "The seed of the random steps. By default, each run has another seed." },
    steps: { type: "string", value: "n", about: "The number of steps.", default: "10000" },
    mistake: { type: "string", value: "name", about: "Adds a known mistake to the engine. A rule must find it." },
    mistakes: { type: "boolean", about: "Does the same with each known mistake in turn." },
    write: { type: "boolean", about: "Writes the table into docs/evidence/money.md. Requires --mistakes." },
  },
  isLong: true,
  hasStack: true,
  async run({ options }) {
    if (options.write && !options.mistakes) throw new UsageError("--write requires --mistakes.");
    const [seed, steps] = [wholeNumber(options.seed ?? String(Date.now() % 1_000_000)), wholeNumber(options.steps)];
    const mistakes = options.mistakes ? MISTAKES : options.mistake === undefined ? [] : [known(options.mistake)];
    if (mistakes.length === 0) return (await walkWell(seed, steps)) ? 0 : 1;
    const { table, text, isFound } = await walkMistaken(mistakes, seed, steps);
    if (options.write) writeBetweenMarks(PAGE, "mistakes", `${text}\n\n${table}`);
    return isFound ? 0 : 1;
  },
});

async function walkWell(seed: number, steps: number): Promise<boolean> {
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
    return false;
  }
  const missed = missedByLong(report);
  if (missed.length > 0) console.info(`\nNot often enough: ${missed.join("; ")}`);
  return missed.length === 0;
}

function detailOf({ violations }: Pick<WalkReport, "violations">): string {
  return JSON.stringify(violations[0], (_, value) => (typeof value === "bigint" ? String(value) : value), 2);
}

/** Takes one walk for each mistake. @returns a summary, a table, and whether the rules found every mistake */
async function walkMistaken(mistakes: readonly Mistake[], seed: number, steps: number) {
  const rows: [string, number, string][] = [];
  let found = 0;
  for (const mistake of mistakes) {
    const { steps: made, violations } = await walk({ seed, steps, mistake });
    const rule = foundBy(mistake, violations);
    if (rule !== null) found++;
    rows.push([mistake, made, rule ?? `not by its rule: ${violations[0]?.rule ?? "no violation"}`]);
  }
  const text = `Seed ${seed}, ${steps.toLocaleString("en")} steps at most: ${found} of ${mistakes.length} found by their rule.`;
  const head = ["Mistake", "Steps", "Found by"];
  printTable(text, head, rows);
  return { text, table: tableOf(head, rows), isFound: found === mistakes.length };
}

function known(name: string): Mistake {
  const mistake = MISTAKES.find((one) => one === name);
  if (!mistake) throw new UsageError(`A mistake is one of: ${MISTAKES.join(", ")}.`);
  return mistake;
}
