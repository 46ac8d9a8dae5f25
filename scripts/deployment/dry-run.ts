import { checkBusiness } from "../business/check.ts";
import type { WrittenWorker } from "../configurations.ts";
import { makeCall, type Store } from "./stores.ts";
import { type DeploymentCalls, runCall } from "./wrangler.ts";

interface DryRun {
  workers: readonly WrittenWorker[];
  /** The stores that a deployment would create. */
  missing: readonly Store[];
  jurisdiction: string;
  callOf(worker: WrittenWorker): string[];
  /** Whether to print wrangler's complete output for each Worker. */
  isVerbose: boolean;
  isChecked: boolean;
}

/**
 * Builds every Worker, and prints what a deployment would create, what must be fixed and which command to run next. A
 * dry run makes no network calls.
 * @param given the arguments of the command
 * @throws Error if a deployment would be refused
 */
export async function dryRun(
  wrangler: DeploymentCalls,
  given: readonly string[],
  { workers, missing, jurisdiction, callOf, isVerbose, isChecked }: DryRun,
): Promise<void> {
  for (const store of missing) console.log(`A deployment runs: wrangler ${makeCall(store, jurisdiction).join(" ")}`);
  if (missing.length > 0) console.log("");
  const width = Math.max(...workers.map(({ configuration }) => configuration.name.length));
  for (const worker of workers) {
    if (isVerbose) await runCall(wrangler, callOf(worker), { dryRun: true });
    else console.log(`✓ ${worker.configuration.name.padEnd(width)}  ${sizeIn(await wrangler.read(callOf(worker)))}`);
  }
  console.log("");
  const stops = isChecked ? await checkBusiness(given, false) : 0;
  if (stops > 0)
    throw new Error(
      `A deployment would be refused. Next: fix each stop above, then ${commandLine(given, "--dry-run")}`,
    );
  console.log(`\nReady. Stores to create: ${missing.length}. Workers to deploy: ${workers.length}.`);
  console.log(`Next: ${commandLine(given, ...(isChecked ? [] : ["--unchecked"]))}`);
}

/** Extracts the size of a Worker from wrangler's output, such as `740.61 KiB / gzip: 249.04 KiB`. */
function sizeIn(printed: string): string {
  return /Total Upload: (.*)/.exec(printed)?.[1]?.trim() ?? "";
}

/** Returns the command that deploys with the same arguments, quoted for a shell. */
function commandLine(given: readonly string[], ...options: string[]): string {
  const words = given.map((word) => (/^[\w=.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  const all = [...words, ...options];
  return ["npm run deploy", ...(all.length > 0 ? ["--", ...all] : [])].join(" ");
}
