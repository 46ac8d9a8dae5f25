import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { STATE } from "../../../scripts/workers.ts";
import { type CampaignResult, ORDERS, WHOLE, whmcsCampaign } from "./campaigns.ts";
import { circumstances, versionOf } from "./circumstances.ts";
import { LONG_FORMS } from "./long-forms.ts";
import { longTable } from "./long-table.ts";
import { type PartReport, partsToRun, readParts, seedOfPart, writePart } from "./parts.ts";
import { printReport } from "./print-report.ts";

/** `npm run faults`: orders under injected faults and hard kills of the runtime. Its options: docs/verification/faults.md. */
const { values } = parseArgs({
  options: {
    whole: { type: "boolean", default: false },
    whmcs: { type: "boolean", default: false },
    addon: { type: "boolean", default: false },
    seed: { type: "string" },
    faults: { type: "string" },
    kills: { type: "string" },
    mistake: { type: "string" },
    long: { type: "boolean", default: false },
    part: { type: "string" },
    merge: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    reports: { type: "string" },
  },
});
const PAGE = new URL("../../../docs/verification/faults.md", import.meta.url);

if (values.addon && !values.whmcs) throw new Error("--addon is of --whmcs");
const campaign = values.whmcs ? whmcsCampaign(values.addon) : values.whole ? WHOLE : ORDERS;
const isLong = values.long || values.part !== undefined || values.merge;
const seed = seedOf(values.seed);

process.exit((await (isLong ? runLong() : runOnce())) ? 0 : 1);

/** @returns whether it ended as it has to */
async function runOnce(): Promise<boolean> {
  const { mistake } = values;
  const verdict = campaign.mistakes[mistake ?? ""];
  if (mistake !== undefined && !verdict) {
    throw new Error(`a mistake is one of: ${Object.keys(campaign.mistakes).join(", ")}`);
  }
  const { faults, kills } = campaign.options;
  const options = {
    faults: values.faults === undefined ? faults : wholeNumber(values.faults),
    kills: values.kills === undefined ? kills : wholeNumber(values.kills),
  };
  const result = await campaign.run({ ...options, ...(mistake !== undefined && { mistake }) }, seed);
  print(result, seed);
  const { violations } = result.report;
  return verdict
    ? violations.some((violation) => violation.faults.some((fault) => verdict.test(fault)))
    : violations.length === 0;
}

/** Runs parts of the long form, merges them, or both. @returns whether nothing is wrong with what was run or merged */
async function runLong(): Promise<boolean> {
  for (const other of ["faults", "kills", "mistake"] as const) {
    if (values[other] !== undefined) throw new Error(`--${other} cannot be combined with --long, --part or --merge`);
  }
  const version = await versionOf();
  const { name } = campaign;
  const folder = values.reports ?? join(STATE, "faults", `${name}-${seed}`);
  const run = { campaign: name, seed, ...LONG_FORMS[name] };
  if (values.part !== undefined) return runPart(folder, wholeNumber(values.part), version);
  if (!values.merge) {
    for (const part of partsToRun(readParts<CampaignResult>(folder, run), version))
      await runPart(folder, part, version);
  }
  const parts = readParts<CampaignResult>(folder, run);
  const table = longTable(campaign, seed, parts);
  console.log(table.markdown);
  if (values.write) writeBetweenMarks(PAGE, `long form of ${name}`, table.markdown);
  return table.isProved;
}

async function runPart(folder: string, part: number, version: string): Promise<boolean> {
  const { name } = campaign;
  const { parts, options } = LONG_FORMS[name];
  if (part < 1 || part > parts) throw new Error(`there are ${parts} parts`);
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
  print(result, partSeed);
  return result.report.violations.length === 0;
}

function print(result: CampaignResult, runSeed: number): void {
  const { report, facts } = result;
  printReport(
    report,
    runSeed,
    campaign.faults,
    Object.entries(facts).map(([fact, count]) => `${count} ${fact}`),
  );
}

/** The long form goes on by its seed, so it has one that is known. */
function seedOf(given: string | undefined): number {
  if (given !== undefined) return wholeNumber(given);
  return isLong ? 1 : Date.now() % 1_000_000;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`not a whole number: ${text}`);
  return number;
}
