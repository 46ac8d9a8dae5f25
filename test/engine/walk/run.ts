import process from "node:process";
import { parseArgs } from "node:util";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { printTable, tableOf } from "../../support/print-table.ts";
import { LONG, missedByLong } from "./coverage.ts";
import { foundBy, MISTAKES, type Mistake } from "./mistakes.ts";
import { smallest } from "./smallest.ts";
import { type WalkReport, walk } from "./walk.ts";

/** `npm run walk`: the embedded engine through years, judged by a model at every transaction (docs/verification/money.md). */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    steps: { type: "string", default: "10000" },
    mistake: { type: "string" },
    mistakes: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const PAGE = new URL("../../../docs/verification/money.md", import.meta.url);
if (values.write && !values.mistakes) throw new Error("--write is of --mistakes");
const [seed, steps] = [wholeNumber(values.seed), wholeNumber(values.steps)];

const mistakes = values.mistakes ? MISTAKES : values.mistake === undefined ? [] : [known(values.mistake)];
process.exit((await (mistakes.length > 0 ? walkMistaken() : walkWell())) ? 0 : 1);

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

/** @returns whether each mistake was found out by its rule */
async function walkMistaken(): Promise<boolean> {
  const rows: [string, number, string][] = [];
  let found = 0;
  for (const mistake of mistakes) {
    const { steps: made, violations } = await walk({ seed, steps, mistake });
    const rule = foundBy(mistake, violations);
    if (rule !== null) found++;
    rows.push([mistake, made, rule ?? `not by its rule: ${violations[0]?.rule ?? "no violation"}`]);
  }
  const title = `Seed ${seed}, ${steps.toLocaleString("en")} steps at most: ${found} of ${mistakes.length} found by their rule.`;
  const head = ["Mistake", "Steps", "Found by"];
  printTable(title, head, rows);
  if (values.write) writeBetweenMarks(PAGE, "mistakes", `${title}\n\n${tableOf(head, rows)}`);
  return found === mistakes.length;
}

function known(name: string): Mistake {
  const mistake = MISTAKES.find((one) => one === name);
  if (!mistake) throw new Error(`a mistake is one of: ${MISTAKES.join(", ")}`);
  return mistake;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`not a whole number: ${text}`);
  return number;
}
