import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../../scripts/workers.ts";
import { EXPLAINED } from "./explained.ts";
import { readResult, type SubjectResult, type Survivor, scoreOf } from "./results.ts";
import { SUBJECTS } from "./subjects.ts";

const PAGE = join(PROJECT, "docs/evidence/mutation.md");

const reasonOf = ({ file, code, replacement }: Survivor): string | undefined =>
  EXPLAINED.find((one) => one.file === file && one.code === code && one.replacement === replacement)?.reason;

const unexplainedOf = ({ survivors }: SubjectResult): Survivor[] => survivors.filter((one) => !reasonOf(one));

/** The minimum share of killed mutants, in percent. */
const LEAST_SCORE = 85;

/** Returns whether tests killed enough mutants of a subject and every survivor has an explanation. */
export function isPassed(result: SubjectResult): boolean {
  return scoreOf([result]) >= LEAST_SCORE && unexplainedOf(result).length === 0;
}

/** Prints the survivors without an explanation, and the table of results. */
export function printResults(names: string[]): void {
  for (const name of names) {
    const result = readResult(name);
    for (const { file, line, code, replacement } of result ? unexplainedOf(result) : []) {
      console.log(`${file}:${line}\n- ${code}\n+ ${replacement}\n`);
    }
  }
  console.log(tableOf(names));
}

/** Writes the results to docs/evidence/mutation.md. */
export function writePage(): void {
  const names = Object.keys(SUBJECTS);
  const page = readFileSync(PAGE, "utf8");
  const [before = ""] = page.split("\n## Results");
  const machines = [...new Set(names.flatMap((name) => readResult(name)?.machine ?? []))].join("; ");
  const missing = names.flatMap(filesToRun).length;
  const notRun =
    missing > 0 ? [`${missing} files have no result; \`npm run prove -- mutate --resume\` runs them.`] : [];
  const parts = [`On ${machines}.`, tableOf(names), ...notRun];
  writeFileSync(PAGE, `${[before, "## Results", ...parts].join("\n\n").replace("\n\n\n", "\n\n")}\n`);
}

/** Returns the files of a subject that have no result. */
function filesToRun(name: string): string[] {
  const judged = readResult(name)?.files ?? [];
  return globSync(SUBJECTS[name]?.files ?? [], { cwd: PROJECT }).filter((file) => !judged.includes(file));
}

function tableOf(names: string[]): string {
  const found = names.flatMap((name) => {
    const result = readResult(name);
    return result ? [{ name, result }] : [];
  });
  const rows = found.map(({ name, result }) => [name, SUBJECTS[name]?.title ?? "", ...figures([result]), result.date]);
  const all = ["**all**", "", ...figures(found.map(({ result }) => result)), ""];
  const head = ["Subject", "", "Tested of all", "Killed", "Score", "Unexplained", "Date"];
  return [head, head.map(() => "---"), ...rows, all].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function figures(results: SubjectResult[]): string[] {
  const sum = (count: (result: SubjectResult) => number) => results.reduce((all, result) => all + count(result), 0);
  const killed = sum((result) => result.killed);
  const judged = killed + sum(({ survivors }) => survivors.length);
  const all = judged + sum(({ ignored }) => ignored);
  const unexplained = sum((result) => unexplainedOf(result).length);
  return [`${judged} of ${all}`, String(killed), `${scoreOf(results).toFixed(1)} %`, String(unexplained)];
}
