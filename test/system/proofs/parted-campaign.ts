import { join } from "node:path";
import { UsageError, wholeNumber } from "../../../scripts/command-line.ts";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { STATE } from "../../../scripts/workers.ts";
import { circumstances, versionOf } from "./circumstances.ts";
import { type PartReport, partsToRun, rangesOf, readParts, seedOfPart, versionFaults, writePart } from "./parts.ts";

/** A campaign in parts, each a run with a seed of its own and a report that is kept. */
export interface PartedCampaign<Result> {
  /** Of its folder and of its reports. */
  name: string;
  /** Of the first part; each further one has the next. */
  seed: number;
  parts: number;
  /** Of each part. */
  options: object;
  run(seed: number): Promise<Result>;
  /** Prints what a part found. */
  print(result: Result, seed: number): void;
  /** What makes a part fail, a line each. */
  wrongIn(result: Result): string[];
  /** What all of it was, in words, and the tables of its parts. */
  summary(results: readonly [Result, ...Result[]], wrong: number): string;
  tables(parts: readonly [PartReport<Result>, ...PartReport<Result>[]]): string[];
  /** As it is run again. */
  command: string;
  /** The page that the table is written into, and the marks that it stands between. */
  page: URL;
  mark: string;
}

export const PARTED_OPTIONS = {
  part: { type: "string", value: "n", about: "Runs one part of the long form." },
  merge: { type: "boolean", about: "Runs nothing, and merges the reports of the parts." },
  write: { type: "boolean", about: "Writes the table into its page under docs/verification." },
  reports: { type: "string", value: "folder", about: "Where the reports of the parts are." },
} as const;

/** What {@link PARTED_OPTIONS} were given. */
export interface PartedOptions {
  part: string | undefined;
  merge: boolean;
  write: boolean;
  reports: string | undefined;
}

/** Runs parts, merges them, or both. @returns whether nothing is wrong with what was run or merged */
export async function runParts<Result>(
  campaign: PartedCampaign<Result>,
  { part, merge, write, reports }: PartedOptions,
): Promise<boolean> {
  const { name, seed, parts, options, page, mark } = campaign;
  const version = await versionOf();
  const folder = reports ?? join(STATE, name, String(seed));
  const run = { campaign: name, seed, parts, options };
  if (part !== undefined) return runPart(campaign, folder, wholeNumber(part), version);
  if (!merge) {
    for (const left of partsToRun(readParts<Result>(folder, run), version))
      await runPart(campaign, folder, left, version);
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
  const { name, parts, options } = campaign;
  if (part < 1 || part > parts) throw new UsageError(`There are ${parts} parts.`);
  const seed = seedOfPart(campaign.seed, part);
  console.error(`part ${part} of ${parts}, seed ${seed}`);
  const result = await campaign.run(seed);
  const ran = circumstances(version, await versionOf());
  const report: PartReport<Result> = { campaign: name, part, seed, options, circumstances: ran, result };
  console.error(`kept in ${writePart(folder, report)}`);
  campaign.print(result, seed);
  return campaign.wrongIn(result).length === 0;
}

/**
 * One table of a campaign's parts, in Markdown: what was run on what, what is wrong, and the campaign's own tables.
 * @param parts null where a report is missing
 * @returns with `isProved`: all parts are there and of one commit, and nothing is wrong with any
 */
export function partsTable<Result>(
  campaign: Pick<PartedCampaign<Result>, "command" | "wrongIn" | "summary" | "tables">,
  parts: readonly (PartReport<Result> | null)[],
): { markdown: string; isProved: boolean } {
  const [first, ...others] = parts.filter((part) => part !== null);
  const command = `\`${campaign.command}\``;
  if (!first) return { markdown: `${command}: none of ${parts.length} parts was run.`, isProved: false };
  const there: [PartReport<Result>, ...PartReport<Result>[]] = [first, ...others];
  const missing = parts.flatMap((part, index) => (part === null ? [index + 1] : []));
  const wrong = there.flatMap(({ part, seed, result }) =>
    campaign.wrongIn(result).map((line) => `- part ${part}, seed ${seed}: ${line}`),
  );
  const versions = versionFaults(there).map((fault) => `- not proved: ${fault}`);
  const notRun = missing.length > 0 ? ` (not run: ${rangesOf(missing)})` : "";
  const summary = campaign.summary([first.result, ...others.map(({ result }) => result)], wrong.length);
  const on = there.map(({ circumstances: { machine, version, date } }) => `${machine}; commit ${version}; ${date}.`);
  const found = [...versions, ...wrong].join("\n");
  return {
    markdown: [
      `${command}: ${there.length} of ${parts.length} parts${notRun}, ${summary}`,
      ...(found === "" ? [] : [found]),
      ...new Set(on),
      ...campaign.tables(there),
    ].join("\n\n"),
    isProved: missing.length === 0 && found === "",
  };
}

/** Counts as they are read. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-CA");
}
