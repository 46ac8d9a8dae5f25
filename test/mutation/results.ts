import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import type { Stryker } from "@stryker-mutator/core";
import { PROJECT } from "../../scripts/workers.ts";

type Mutants = Awaited<ReturnType<Stryker["runMutationTest"]>>;

/** A mutant that no test killed. */
export interface Survivor {
  file: string;
  line: number;
  /** The original code, in one line. */
  code: string;
  replacement: string;
}

/** The results for those files of a subject that have been tested so far. */
export interface SubjectResult {
  files: string[];
  /** The date of the last file's run, as YYYY-MM-DD. */
  date: string;
  machine: string;
  /** Number of mutants that made a test fail or time out. */
  killed: number;
  /** Number of mutants that were not tested because they change wording, or values that a module computes on load. */
  ignored: number;
  survivors: Survivor[];
}

const FOLDER = join(PROJECT, ".wrangler/mutation");
const pathOf = (subject: string) => join(FOLDER, `${subject}.json`);

/** Returns the stored result of a subject, or `null` if none of its files was run on this machine. */
export function readResult(subject: string): SubjectResult | null {
  return existsSync(pathOf(subject)) ? JSON.parse(readFileSync(pathOf(subject), "utf8")) : null;
}

/** Deletes the results of a subject. */
export function forgetResult(subject: string): void {
  rmSync(pathOf(subject), { force: true });
}

/** Adds the result of a file to the stored result of its subject. */
export function keepResult(subject: string, file: string, mutants: Mutants): void {
  const before = readResult(subject);
  const { files = [], killed = 0, ignored = 0, survivors = [] } = before ?? {};
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const survived = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const result: SubjectResult = {
    files: [...files, file],
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "?"}, Node ${process.version}`,
    killed: killed + count("Killed", "Timeout"),
    ignored: ignored + count("Ignored"),
    survivors: [...survivors, ...survived.map(survivorOf)],
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(subject), JSON.stringify(result, null, 2));
}

/** Returns the share of tested mutants that tests killed, in percent. */
export function scoreOf(results: SubjectResult[]): number {
  const killed = results.reduce((sum, result) => sum + result.killed, 0);
  const survived = results.reduce((sum, { survivors }) => sum + survivors.length, 0);
  return (100 * killed) / (killed + survived);
}

function survivorOf({ fileName, location: { start, end }, replacement }: Mutants[number]): Survivor {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? "";
  lines[0] = lines[0]?.slice(start.column - 1) ?? "";
  const inOneLine = (code: string) => code.replaceAll(/\s+/g, " ").trim();
  return {
    file: relative(PROJECT, fileName),
    line: start.line,
    code: inOneLine(lines.join("\n")),
    replacement: inOneLine(replacement),
  };
}
