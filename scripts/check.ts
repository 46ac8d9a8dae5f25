import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { localEnvironment, PROJECT } from "./workers.ts";

/** Settings of a deployment before an installation that is not asked. */
const WHMCS = [
  "BILLING=whmcs",
  "WHMCS_URL=https://billing.maple.example",
  "CLIENT_AREA_URL=https://billing.maple.example",
];
const SECOND = ["NAME=frontdesk-staging", "JURISDICTION=eu"];

type Check = [name: string, command: string, args: string[]];

/** Also a project of the tests. */
const RULES = "rules of the source";

/** What is checked in the source, quickest first. */
const SOURCE: Check[] = [
  // Several checkers take a third more CPU time: each works out again what the others know of a type.
  ["types", "tsc", ["-p", "tsconfig.json", "--singleThreaded"]],
  ["types of tests and scripts", "tsc", ["-p", "tsconfig.node.json", "--singleThreaded"]],
  ["lint and format", "biome", ["ci", "."]],
  ["dead files, exports and dependencies", "knip", []],
  [RULES, "vitest", ["run", "--project", "rules"]],
  ["published surface keeps what was released", "node", ["scripts/release/check-surface.ts"]],
  ["OpenAPI documents", "redocly", ["lint", "--config", "redocly.yaml"]],
];

/** Every Worker, on either billing system. */
const BUILDS: Check[] = [
  ["every Worker builds as for a deployment", "node", ["scripts/deploy.ts", "--dry-run", "DEMONSTRATION=true"]],
  [
    "so does a second installation before WHMCS, in the EU",
    "node",
    ["scripts/deploy.ts", "--dry-run", ...WHMCS, ...SECOND],
  ],
];

const BUNDLE_BUDGET = "bundle budget";

/** What is checked in what is built; each needs what those before it left. */
const BUILT: Check[] = [
  ...BUILDS,
  ["the example builds too", "wrangler", ["deploy", "--dry-run", "-c", "examples/assistant/wrangler.toml"]],
  [BUNDLE_BUDGET, "node", ["scripts/bundle-budget.ts"]],
];

/** Longer than any of them takes on a slow machine. */
const TIME_LIMIT_MS = 300_000;

/** `--update-sizes` puts down what the bundles weigh, and checks nothing else. */
const UPDATE: Check[] = [...BUILDS, [BUNDLE_BUDGET, "node", ["scripts/bundle-budget.ts", "--write"]]];

/** `--beside-tests` leaves out what a whole run of the tests does as well. */
const isBesideTests = process.argv.includes("--beside-tests");
const source = SOURCE.filter(([name]) => !isBesideTests || name !== RULES);

/** Everything that is checked without running the service, two at a time; each must pass. */
await Promise.all((process.argv.includes("--update-sizes") ? [UPDATE] : [source, BUILT]).map(runAll));

async function runAll(checks: Check[]): Promise<void> {
  for (const [name, command, args] of checks) {
    const started = performance.now();
    const { isOk, stdout, stderr } = await run(command, args);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${isOk ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (name === BUNDLE_BUDGET) process.stdout.write(stdout);
    if (!isOk) {
      console.error(`${stdout}\n${stderr}`);
      process.exit(1);
    }
  }
}

async function run(command: string, args: string[]) {
  const options = {
    ...{ cwd: PROJECT, timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1_048_576 },
    env: { ...localEnvironment(), REDOCLY_TELEMETRY: "off" },
  };
  return promisify(execFile)(command, args, options).then(
    (said) => ({ isOk: true, ...said }),
    // A check that fails, ends late or is not there says why in what it printed, or in the error.
    (error: Error & { stdout?: string; stderr?: string }) => ({
      isOk: false,
      stdout: error.stdout ?? "",
      stderr: `${error.stderr ?? ""}${error.message}`,
    }),
  );
}
