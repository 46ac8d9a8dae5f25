import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { localEnvironment, PROJECT } from "./workers.ts";

/** What is used of Vitest's JSON report. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Longer than every test takes on a slow machine. What holds up the run's own process is noticed from outside alone. */
const TIME_LIMIT_MS = 45 * 60_000;

/**
 * Runs the tests (`npm test -- <filter>` some of them) and closes with one plain line that counts them; a file or
 * a run that fails as a whole counts as one that failed. A run in which nothing goes on is ended, and says where it stood.
 */
const folder = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
const results = join(folder, "results.json");
const { status } = spawnSync(
  "vitest",
  [
    ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`],
    ...["--reporter=./test/support/stalled-run.ts", ...process.argv.slice(2)],
  ],
  {
    cwd: PROJECT,
    stdio: "inherit",
    env: { ...localEnvironment(), WRANGLER_LOG: "warn" },
    timeout: TIME_LIMIT_MS,
    killSignal: "SIGKILL",
  },
);
try {
  // Without a report nothing is known of what passed.
  if (!existsSync(results)) throw new Error("the run ended without a report");
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8")) as Results;
  const failedFiles = testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.every((test) => test.status !== "failed");
  });
  const failed = numFailedTests + failedFiles.length;
  console.log(`${numPassedTests} passed, ${status === 0 ? failed : Math.max(1, failed)} failed`);
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(status ?? 1);
