import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeBetweenMarks } from "../../../scripts/markdown.ts";
import { STATE } from "../../../scripts/workers.ts";
import { circumstances, versionOf } from "../faults/circumstances.ts";
import { type PartReport, partsToRun, readParts, seedOfPart, writePart } from "../faults/parts.ts";
import { type FuzzOptions, type FuzzReport, runFuzz } from "./campaign.ts";
import { fuzzTable, wrongIn } from "./fuzz-table.ts";
import { LONG_FORM } from "./long-form.ts";

/** `npm run fuzz`: generated requests, each answer judged by what is served as its description. Its options: docs/verification/fuzz.md. */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: String(LONG_FORM.parts * LONG_FORM.requestsOfPart) },
    part: { type: "string" },
    merge: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    reports: { type: "string" },
  },
});
const PAGE = new URL("../../../docs/verification/fuzz.md", import.meta.url);

const seed = wholeNumber(values.seed);
const requests = wholeNumber(values.requests);
const parts = Math.max(1, Math.ceil(requests / LONG_FORM.requestsOfPart));
const options: Omit<FuzzOptions, "seed" | "progress"> = {
  requests: Math.min(requests, LONG_FORM.requestsOfPart),
  accounts: 60,
  connections: 2,
  slowMs: 10_000,
  memorySamples: 6,
};
const run = { campaign: "fuzz", seed, parts, options };
const folder = values.reports ?? join(STATE, "fuzz", `${seed}-${options.requests}`);
const version = await versionOf();

process.exit((await runOrMerge()) ? 0 : 1);

/** @returns whether nothing is wrong with what was run or merged */
async function runOrMerge(): Promise<boolean> {
  if (values.part !== undefined) return runPart(wholeNumber(values.part));
  if (!values.merge) {
    for (const part of partsToRun(readParts<FuzzReport>(folder, run), version)) await runPart(part);
  }
  const table = fuzzTable(seed, readParts<FuzzReport>(folder, run));
  console.log(table.markdown);
  if (values.write) writeBetweenMarks(PAGE, "long form", table.markdown);
  return table.isProved;
}

async function runPart(part: number): Promise<boolean> {
  if (part < 1 || part > parts) throw new Error(`there are ${parts} parts`);
  const own = seedOfPart(seed, part);
  console.error(`part ${part} of ${parts}, seed ${own}`);
  const result = await runFuzz({ ...options, seed: own, progress: (line) => console.error(line) });
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

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`not a whole number: ${text}`);
  return number;
}
