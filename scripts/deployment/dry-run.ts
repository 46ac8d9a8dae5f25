import { checkBusiness } from "../business/check.ts";
import type { WrittenWorker } from "../configurations.ts";
import { makeCall, type Store } from "./stores.ts";
import { type DeploymentCalls, runCall } from "./wrangler.ts";

/** What a dry run tries. */
interface DryRun {
  workers: readonly WrittenWorker[];
  /** Stores that a deployment makes, and where. */
  missing: readonly Store[];
  jurisdiction: string;
  callOf(worker: WrittenWorker): string[];
  /** It prints all that wrangler says of each Worker. */
  isVerbose: boolean;
  isChecked: boolean;
}

/**
 * Builds every Worker and says what a deployment would do, what is missing, and the next command. It calls nobody.
 * @param given words of the command
 * @throws Error if a deployment would be refused
 */
export async function dryRun(
  wrangler: DeploymentCalls,
  given: readonly string[],
  { workers, missing, jurisdiction, callOf, isVerbose, isChecked }: DryRun,
): Promise<void> {
  for (const store of missing) console.log(`A deployment creates: wrangler ${makeCall(store, jurisdiction).join(" ")}`);
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

/** The size of a Worker as wrangler says it, such as `740.61 KiB / gzip: 249.04 KiB`. */
function sizeIn(printed: string): string {
  return /Total Upload: (.*)/.exec(printed)?.[1]?.trim() ?? "";
}

/** The command to deploy with the same words, as a shell takes it. */
function commandLine(given: readonly string[], ...options: string[]): string {
  const words = given.map((word) => (/^[\w=.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  const all = [...words, ...options];
  return ["npm run deploy", ...(all.length > 0 ? ["--", ...all] : [])].join(" ");
}
