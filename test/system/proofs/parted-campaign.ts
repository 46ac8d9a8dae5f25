import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { machine } from "../../../bench/report.ts";
import { UsageError, wholeNumber } from "../../../scripts/command-line.ts";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { PROJECT, STATE } from "../../../scripts/workers.ts";
import { type PartReport, rangesOf, readParts, seedOfPart, writePart } from "./parts.ts";

type Parts<Result> = readonly [PartReport<Result>, ...PartReport<Result>[]];

/** What a report needs to show the parts of a campaign together. */
export interface PartsShown<Result> {
  /** The command that repeats the campaign. */
  command: string;
  /** Returns the reasons why a part fails, as one line each. */
  wrongIn(result: Result): string[];
  /** Returns a sentence about the whole campaign. @param wrong the number of failures in all parts */
  summary(parts: Parts<Result>, wrong: number): string;
  tables(parts: Parts<Result>): string[];
}

/** A campaign in parts. Each part is a run with its own seed and a stored report. */
export interface PartedCampaign<Result> extends PartsShown<Result> {
  /** The name of the campaign in folders and reports. */
  name: string;
  /** The seed of the first part. Each later part uses the next number. */
  seed: number;
  parts: number;
  /** The options of each part. */
  options: object;
  run(seed: number): Promise<Result>;
  /** Prints the result of a part. */
  print(result: Result, seed: number): void;
  /** The page that contains the table. */
  page: URL;
  mark: string;
}

export const PARTED_OPTIONS = {
  part: { type: "string", value: "n", about: "Runs one part of the long form." },
  merge: { type: "boolean", about: "Runs nothing, and merges the reports of the parts." },
  write: { type: "boolean", about: "Writes the table into its page under docs/evidence." },
  reports: { type: "string", value: "folder", about: "Where the reports of the parts are." },
} as const;

/** The given values of {@link PARTED_OPTIONS}. */
export interface PartedOptions {
  part: string | undefined;
  merge: boolean;
  write: boolean;
  reports: string | undefined;
}

/** The suffix of a version with uncommitted changes. */
const DIRTY = "-dirty";

/**
 * Runs one part, or runs the missing parts and merges all reports, or only merges them.
 * @returns whether the part has no failures or, after a merge, whether all parts ran on an unchanged commit without
 * failures
 */
export async function runParts<Result>(
  campaign: PartedCampaign<Result>,
  { part, merge, write, reports }: PartedOptions,
): Promise<boolean> {
  const { name: of, seed, parts, options, page, mark } = campaign;
  const version = await versionOf();
  const folder = reports ?? join(STATE, of, `${seed}-${version}`);
  const run = { campaign: of, seed, parts, options, version };
  if (part !== undefined) return runPart(campaign, folder, wholeNumber(part), version);
  if (!merge) {
    // The stored reports may come from other uncommitted changes.
    if (version.endsWith(DIRTY)) rmSync(folder, { recursive: true, force: true });
    for (const [index, there] of readParts<Result>(folder, run).entries())
      if (!there) await runPart(campaign, folder, index + 1, version);
  }
  const table = partsTable(campaign, readParts<Result>(folder, run));
  console.log(table.markdown);
  if (write) writeBetweenMarks(page, mark, table.markdown);
  return table.isProved;
}

async function runPart<Result>(
  campaign: PartedCampaign<Result>,
  folder: string,
  part: number,
  version: string,
): Promise<boolean> {
  const { parts, options } = campaign;
  if (part < 1 || part > parts) throw new UsageError(`There are ${parts} parts.`);
  const seed = seedOfPart(campaign.seed, part);
  console.error(`part ${part} of ${parts}, seed ${seed}`);
  const result = await campaign.run(seed);
  const date = new Date().toISOString().slice(0, 10);
  const on = { version, machine: machine().replace(`; ${date}`, ""), date };
  console.error(`kept in ${writePart(folder, { campaign: campaign.name, part, seed, options, ...on, result })}`);
  campaign.print(result, seed);
  return campaign.wrongIn(result).length === 0;
}

/**
 * Returns the commit of a checkout, with `-dirty` if a tracked file has changed. Changes under docs are ignored,
 * because no campaign reads these pages and a campaign writes its table into one of them.
 */
export async function versionOf(checkout = PROJECT): Promise<string> {
  const git = async (...words: string[]) => (await promisify(execFile)("git", words, { cwd: checkout })).stdout.trim();
  // The number of digits is fixed, because git's default depends on the number of commits in the clone.
  const commit = await git("rev-parse", "--short=8", "HEAD");
  const changed = await git("status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude)docs");
  return changed === "" ? commit : `${commit}${DIRTY}`;
}

/**
 * Returns a Markdown report of a campaign: the runs and their machines, the failures, and the campaign's own tables.
 * @param parts the reports of all parts; `null` for a missing report
 * @returns the report, and in `isProved` whether all parts ran on an unchanged commit without failures
 */
export function partsTable<Result>(
  { command, wrongIn, summary, tables }: PartsShown<Result>,
  parts: readonly (PartReport<Result> | null)[],
): { markdown: string; isProved: boolean } {
  const [first, ...others] = parts.filter((part) => part !== null);
  if (!first) return { markdown: `\`${command}\`: none of the ${parts.length} parts was run.`, isProved: false };
  const there: Parts<Result> = [first, ...others];
  const missing = parts.flatMap((part, index) => (part === null ? [index + 1] : []));
  const wrong = there.flatMap(({ part, seed, result }) =>
    wrongIn(result).map((line) => `- part ${part}, seed ${seed}: ${line}`),
  );
  const dirty = first.version.endsWith(DIRTY) ? ["- not proved: run with uncommitted changes"] : [];
  const notRun = missing.length > 0 ? ` (not run: ${rangesOf(missing)})` : "";
  const on = there.map(({ machine: of, version, date }) => `${of}; commit ${version}; ${date}.`);
  const found = [...dirty, ...wrong].join("\n");
  return {
    markdown: [
      `\`${command}\`: ${there.length} of ${parts.length} parts${notRun}, ${summary(there, wrong.length)}`,
      ...(found === "" ? [] : [found]),
      ...new Set(on),
      ...tables(there),
    ].join("\n\n"),
    isProved: missing.length === 0 && found === "",
  };
}

/** Returns the results of all parts. */
export function resultsOf<Result>([first, ...others]: Parts<Result>): [Result, ...Result[]] {
  return [first.result, ...others.map(({ result }) => result)];
}

/** Returns a rounded number with thousands separators. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-CA");
}
