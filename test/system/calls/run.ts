import { join } from "node:path";
import { defineCommand, UsageError, wholeNumber } from "../../../scripts/command-line.ts";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { STATE } from "../../../scripts/workers.ts";
import { circumstances, versionOf } from "../faults/circumstances.ts";
import { type PartReport, partsToRun, readParts, seedOfPart, writePart } from "../faults/parts.ts";
import { type FuzzOptions, type FuzzReport, runCampaign } from "./campaign.ts";
import { fuzzTable, wrongIn } from "./fuzz-table.ts";
import { LONG_FORM } from "./long-form.ts";
import { CallSystem } from "./system.ts";

/** An answer is a fault that takes longer, in milliseconds. */
const SLOW_MS = 10_000;
const PAGE = new URL("../../../docs/verification/fuzz.md", import.meta.url);

export const command = defineCommand({
  options: {
    seed: { type: "string", value: "n", about: "Decides what is generated.", default: "1" },
    requests: {
      ...{ type: "string", value: "n", about: "How many." },
      default: String(LONG_FORM.parts * LONG_FORM.requestsOfPart),
    },
    part: { type: "string", value: "n", about: "Runs one part only." },
    merge: { type: "boolean", about: "Runs nothing, and merges the reports of the parts." },
    write: { type: "boolean", about: "Writes the table into docs/verification/fuzz.md." },
    reports: { type: "string", value: "folder", about: "Where the reports of the parts are." },
  },
  isLong: true,
  hasStack: true,
  async run({ options }) {
    const seed = wholeNumber(options.seed);
    const requests = wholeNumber(options.requests);
    const run: FuzzRun = {
      campaign: "fuzz",
      seed,
      parts: Math.max(1, Math.ceil(requests / LONG_FORM.requestsOfPart)),
      options: {
        requests: Math.min(requests, LONG_FORM.requestsOfPart),
        accounts: 60,
        connections: 2,
        memorySamples: 6,
      },
    };
    const folder = options.reports ?? join(STATE, "fuzz", `${seed}-${run.options.requests}`);
    const version = await versionOf();
    if (options.part !== undefined) return (await runPart(run, wholeNumber(options.part), folder, version)) ? 0 : 1;
    if (!options.merge) {
      for (const part of partsToRun(readParts<FuzzReport>(folder, run), version))
        await runPart(run, part, folder, version);
    }
    const table = fuzzTable(seed, readParts<FuzzReport>(folder, run));
    console.log(table.markdown);
    if (options.write) writeBetweenMarks(PAGE, "long form", table.markdown);
    return table.isProved ? 0 : 1;
  },
});

interface FuzzRun {
  campaign: "fuzz";
  seed: number;
  parts: number;
  options: Omit<FuzzOptions, "seed" | "progress">;
}

/** @returns whether nothing is wrong with what was run */
async function runPart(
  { seed, parts, options }: FuzzRun,
  part: number,
  folder: string,
  version: string,
): Promise<boolean> {
  if (part < 1 || part > parts) throw new UsageError(`There are ${parts} parts.`);
  const own = seedOfPart(seed, part);
  console.error(`part ${part} of ${parts}, seed ${own}`);
  const progress = (line: string) => console.error(line);
  const { accounts } = options;
  await using system = await CallSystem.start({ accounts, isMeasured: true, seed: own, slowMs: SLOW_MS, progress });
  const result = await runCampaign(system, { ...options, seed: own, progress });
  const report: PartReport<FuzzReport> = {
    ...{ campaign: "fuzz", part, seed: own, options, circumstances: circumstances(version, await versionOf()), result },
  };
  console.error(`kept in ${writePart(folder, report)}`);
  const wrong = wrongIn(result);
  // The faults were printed as they were found.
  for (const line of wrong.slice(result.faults.length)) console.error(`FAULT ${line}`);
  console.error(`${result.requests} requests, ${wrong.length} found wrong, in ${result.seconds.toFixed(0)} s`);
  return wrong.length === 0;
}
