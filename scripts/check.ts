import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { defineCommand } from "./command-line.ts";
import { localEnvironment, PROJECT } from "./workers.ts";

/** The settings for a dry run with WHMCS. The dry run does not call the WHMCS installation. */
const WHMCS = ["BILLING=whmcs", "WHMCS_URL=https://billing.maple.example"];
const SECOND = ["NAME=frontdesk-staging", "JURISDICTION=eu"];

type Check = [name: string, command: string, args: string[]];

/** The name of the check that a full test run already includes. */
const RULES = "rules of the source";

/** The checks of the source code, in the order in which they run. */
const SOURCE: Check[] = [
  // Parallel checkers take a third more CPU time because each one repeats work of the others.
  ["types", "tsc", ["-p", "tsconfig.json", "--singleThreaded"]],
  ["types of tests and scripts", "tsc", ["-p", "tsconfig.node.json", "--singleThreaded"]],
  ["lint and format", "biome", ["ci", "."]],
  ["dead files, exports and dependencies", "knip", []],
  [RULES, "vitest", ["run", "--project", "rules"]],
  ["published surface keeps what was released", "node", ["scripts/release/check-surface.ts"]],
  ["OpenAPI documents", "redocly", ["lint", "--config", "redocly.yaml"]],
];

/** The checks that build every Worker, with each billing system. */
const BUILT: Check[] = [
  [
    "every Worker builds as for a deployment",
    "node",
    ["scripts/commands.ts", "deploy", "--dry-run", "DEMONSTRATION=true"],
  ],
  [
    "a second installation with WHMCS, in the EU, builds too",
    "node",
    ["scripts/commands.ts", "deploy", "--dry-run", ...WHMCS, ...SECOND],
  ],
  ["the example builds too", "wrangler", ["deploy", "--dry-run", "-c", "examples/assistant/wrangler.toml"]],
];

/** The timeout of a check. Every check finishes sooner, even on a slow machine. */
const TIME_LIMIT_MS = 300_000;

export const command = defineCommand({
  options: {
    "beside-tests": { type: "boolean", about: "Skips the checks that a full test run includes." },
  },
  isLong: true,
  /** Runs the two lists of checks in parallel. All checks must pass. */
  async run({ options }) {
    const source = SOURCE.filter(([name]) => !options["beside-tests"] || name !== RULES);
    const passed = await Promise.all([source, BUILT].map(runAll));
    return passed.every(Boolean) ? 0 : 1;
  },
});

/**
 * Runs checks in order until one fails.
 * @returns whether all checks passed
 */
async function runAll(checks: Check[]): Promise<boolean> {
  for (const [name, command, args] of checks) {
    const started = performance.now();
    const { isOk, stdout, stderr } = await run(command, args);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${isOk ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (!isOk) {
      console.error(`${stdout}\n${stderr}`);
      return false;
    }
  }
  return true;
}

async function run(command: string, args: string[]) {
  const options = {
    ...{ cwd: PROJECT, timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1_048_576 },
    env: { ...localEnvironment(), REDOCLY_TELEMETRY: "off" },
  };
  return promisify(execFile)(command, args, options).then(
    (said) => ({ isOk: true, ...said }),
    // If a check fails, times out or is not installed, its output or the error contains the reason.
    (error: Error & { stdout?: string; stderr?: string }) => ({
      isOk: false,
      stdout: error.stdout ?? "",
      stderr: `${error.stderr ?? ""}${error.message}`,
    }),
  );
}

/** Applies automatic lint and format fixes. */
export const format = defineCommand({
  options: {},
  run() {
    const options = { cwd: PROJECT, env: localEnvironment(), stdio: "inherit", timeout: 300_000 } as const;
    return spawnSync("biome", ["check", "--write", "."], options).status ?? 1;
  },
});
