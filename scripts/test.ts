import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "./command-line.ts";
import { localEnvironment, PROJECT } from "./workers.ts";

/** The test projects that start no system, runtime or browser. */
const FAST_PROJECTS = ["rules", "unit", "engine"];

/** The fields of Vitest's JSON report that are used here. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * The timeout of a test run. Even a slow machine is faster. Only a timer outside the test process can stop a run that
 * hangs.
 */
const TIME_LIMIT_MS = 45 * 60_000;

export const command = defineCommand({
  options: {
    project: { type: "string", value: "name", about: "The tests of one project of vitest.config.ts." },
    "test-name-pattern": {
      type: "string",
      short: "t",
      value: "text",
      about: "The tests whose name has the text in it.",
    },
    fast: {
      type: "boolean",
      about: "Only tests that start no system and no browser: rules, units, the billing engine.",
    },
    update: { type: "boolean", short: "u", about: "Writes the files that a test makes from a table." },
  },
  words: { name: "filter", max: 100 },
  run({ words, options }) {
    const { project, fast, update, "test-name-pattern": pattern } = options;
    if (fast) console.log("Rules, units and the billing engine: a minute on two cores.");
    else if (!words.length && !project && !pattern) console.log("Every test: seven minutes on two cores.");
    return runTests([
      ...words,
      ...(fast ? FAST_PROJECTS.flatMap((name) => ["--project", name]) : []),
      ...(project === undefined ? [] : ["--project", project]),
      ...(pattern === undefined ? [] : ["--testNamePattern", pattern]),
      ...(update ? ["--update"] : []),
    ]);
  },
});

/**
 * The tests that write the published surface. The first group records calls, and the second group reads these
 * recordings.
 */
const SURFACE_TESTS = [
  ["test/system/recorded"],
  [
    ...["test/rules/recorded-problems.test.ts", "test/system/published-surface.test.ts", "test/system/counts"],
    "test/system/pages/hero.test.ts",
  ],
];

export const updateSurface = defineCommand({
  options: {},
  isLong: true,
  run: () => SURFACE_TESTS.reduce((code, filters) => code || runTests(filters, { UPDATE_SURFACE: "1" }), 0),
});

/** Runs the simulated year; see docs/evidence/simulated-year.md. */
export const proveYear = defineCommand({
  options: {},
  isLong: true,
  run: () => runTests(["simulated-year", "--silent=false"], { SIMULATED_DAYS: "1500" }),
});

/** Runs the checkout proof against a Stripe double; see docs/deploy/payments.md. */
export const proveStripe = defineCommand({
  options: {},
  isLong: true,
  run: () => runTests(["second-opinion", "--silent=false"], { SECOND_OPINION: "1" }),
});

/**
 * Runs tests and prints one line with the number that passed and failed. A file or run that fails as a whole counts as
 * one failure. A run that makes no progress is stopped, and its position is reported.
 * @param words filters and options for Vitest
 * @returns the exit code
 */
function runTests(words: readonly string[], environment: NodeJS.ProcessEnv = {}): number {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  const results = join(folder, "results.json");
  try {
    const { status } = spawnSync(
      "vitest",
      [
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`],
        ...["--reporter=./test/support/stalled-run.ts", "--reporter=./test/support/run-progress.ts", ...words],
      ],
      {
        cwd: PROJECT,
        stdio: "inherit",
        env: { ...localEnvironment(), WRANGLER_LOG: "warn", ...environment },
        timeout: TIME_LIMIT_MS,
        killSignal: "SIGKILL",
      },
    );
    if (!existsSync(results)) throw new Error("the run ended without a report");
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8")) as Results;
    const failedFiles = testResults.filter(({ status, assertionResults }) => {
      return status === "failed" && assertionResults.every((test) => test.status !== "failed");
    });
    const failed = numFailedTests + failedFiles.length;
    console.log(`${numPassedTests} passed, ${status === 0 ? failed : Math.max(1, failed)} failed`);
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
