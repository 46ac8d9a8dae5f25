import { join } from "node:path";
import { defineCommand, UsageError, wholeNumber } from "../../../scripts/command-line.ts";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { STATE } from "../../../scripts/workers.ts";
import { type Campaign, type CampaignResult, ORDERS, WHMCS, WHOLE } from "./campaigns.ts";
import { circumstances, versionOf } from "./circumstances.ts";
import { LONG_FORMS } from "./long-forms.ts";
import { longTable } from "./long-table.ts";
import { type PartReport, partsToRun, readParts, seedOfPart, writePart } from "./parts.ts";
import { printReport } from "./print-report.ts";

const PAGE = new URL("../../../docs/verification/faults.md", import.meta.url);

export const command = defineCommand({
  options: {
    whole: { type: "boolean", about: "Account and embedded engine together, with all kinds of order." },
    whmcs: { type: "boolean", about: "With a simulated WHMCS." },
    seed: { type: "string", value: "n", about: "Decides what is generated." },
    faults: { type: "string", value: "n", about: "How many faults." },
    kills: { type: "string", value: "n", about: "How many hard kills." },
    mistake: { type: "string", value: "name", about: "Seeds a mistake, which has to be found." },
    long: { type: "boolean", about: "The long form, in parts." },
    part: { type: "string", value: "n", about: "One part of the long form." },
    merge: { type: "boolean", about: "Merges the reports of the parts of the long form." },
    write: { type: "boolean", about: "Writes the table into docs/verification/faults.md." },
    reports: { type: "string", value: "folder", about: "Where the reports of the parts are." },
  },
  isLong: true,
  hasStack: true,
  notes: "docs/verification/faults.md says more.",
  async run({ options }) {
    const campaign = options.whmcs ? WHMCS : options.whole ? WHOLE : ORDERS;
    const isLong = options.long || options.part !== undefined || options.merge;
    // The long form goes on by its seed, so it has one that is known.
    const seed = options.seed === undefined ? (isLong ? 1 : Date.now() % 1_000_000) : wholeNumber(options.seed);
    return (await (isLong ? runLong(campaign, seed, options) : runOnce(campaign, seed, options))) ? 0 : 1;
  },
});

/** @returns whether it ended as it has to */
async function runOnce(
  campaign: Campaign,
  seed: number,
  given: { faults: string | undefined; kills: string | undefined; mistake: string | undefined },
): Promise<boolean> {
  const { mistake } = given;
  const verdict = campaign.mistakes[mistake ?? ""];
  if (mistake !== undefined && !verdict) {
    throw new UsageError(`A mistake is one of: ${Object.keys(campaign.mistakes).join(", ")}.`);
  }
  const { faults, kills } = campaign.options;
  const options = {
    faults: given.faults === undefined ? faults : wholeNumber(given.faults),
    kills: given.kills === undefined ? kills : wholeNumber(given.kills),
  };
  const result = await campaign.run({ ...options, ...(mistake !== undefined && { mistake }) }, seed);
  print(campaign, result, seed);
  const { violations } = result.report;
  return verdict
    ? violations.some((violation) => violation.faults.some((fault) => verdict.test(fault)))
    : violations.length === 0;
}

interface LongOptions {
  faults: string | undefined;
  kills: string | undefined;
  mistake: string | undefined;
  part: string | undefined;
  merge: boolean;
  write: boolean;
  reports: string | undefined;
}

/** Runs parts of the long form, merges them, or both. @returns whether nothing is wrong with what was run or merged */
async function runLong(campaign: Campaign, seed: number, options: LongOptions): Promise<boolean> {
  for (const other of ["faults", "kills", "mistake"] as const) {
    if (options[other] !== undefined)
      throw new UsageError(`--${other} cannot be combined with --long, --part or --merge.`);
  }
  const version = await versionOf();
  const { name } = campaign;
  const folder = options.reports ?? join(STATE, "faults", `${name}-${seed}`);
  const run = { campaign: name, seed, ...LONG_FORMS[name] };
  if (options.part !== undefined) return runPart(campaign, seed, folder, wholeNumber(options.part), version);
  if (!options.merge) {
    for (const part of partsToRun(readParts<CampaignResult>(folder, run), version))
      await runPart(campaign, seed, folder, part, version);
  }
  const parts = readParts<CampaignResult>(folder, run);
  const table = longTable(campaign, seed, parts);
  console.log(table.markdown);
  if (options.write) writeBetweenMarks(PAGE, `long form of ${name}`, table.markdown);
  return table.isProved;
}

async function runPart(
  campaign: Campaign,
  seed: number,
  folder: string,
  part: number,
  version: string,
): Promise<boolean> {
  const { name } = campaign;
  const { parts, options } = LONG_FORMS[name];
  if (part < 1 || part > parts) throw new UsageError(`There are ${parts} parts.`);
  const partSeed = seedOfPart(seed, part);
  console.error(`part ${part} of ${parts}, seed ${partSeed}`);
  const result = await campaign.run(options, partSeed);
  const size = { campaign: name, part, seed: partSeed, options };
  const report: PartReport<CampaignResult> = {
    ...size,
    circumstances: circumstances(version, await versionOf()),
    result,
  };
  console.error(`kept in ${writePart(folder, report)}`);
  print(campaign, result, partSeed);
  return result.report.violations.length === 0;
}

function print(campaign: Campaign, { report, facts }: CampaignResult, seed: number): void {
  printReport(
    report,
    seed,
    campaign.faults,
    Object.entries(facts).map(([fact, count]) => `${count} ${fact}`),
  );
}
