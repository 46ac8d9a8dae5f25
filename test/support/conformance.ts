import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT } from "../../scripts/workers.ts";
import { testSignal } from "./test-signal.ts";

const SUITE = join(PROJECT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** The result of one run of the official conformance suite. */
export interface ConformanceRun {
  /** 0 if the checks that failed are exactly those in the baseline. Checks that did not run are ignored. */
  exitCode: number | null;
  /** The suite's summary, or its whole output if it stopped early. */
  report: string;
  /** The passed checks as `<scenario>:<check>`. A check that ran several times may be in both sets. */
  passed: Set<string>;
  /** The failed checks, including warnings, because the suite expects warnings in the baseline too. */
  failed: Set<string>;
}

/**
 * Runs the server scenarios of the official MCP conformance suite.
 * @param url the MCP endpoint
 * @param options options of the suite's `server` command, such as `--spec-version 2025-06-18`
 */
export async function runConformance(url: string, options: string[]): Promise<ConformanceRun> {
  const results = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const { exitCode, report } = await run([SUITE, "server", "--url", url, "--output-dir", results, ...options]);
    return {
      exitCode,
      report: report.slice(Math.max(0, report.indexOf("=== SUMMARY"))),
      ...(await readChecks(results)),
    };
  } finally {
    await rm(results, { recursive: true });
  }
}

/**
 * Runs the suite's scenarios for authorization servers.
 * @param options options of the suite's `authorization` command
 * @param consent a function that opens the URL that the suite prints for its user, and consents there
 */
export function runAuthorizationConformance(
  options: string[],
  consent: (address: URL) => Promise<unknown>,
): Promise<{ exitCode: number | null; report: string }> {
  let asked = false;
  return run([SUITE, "authorization", ...options], (report) => {
    const address = /^(https?:\/\/\S+\/oauth\/authorize\S*)\n/m.exec(report)?.[1];
    if (asked || !address) return;
    asked = true;
    consent(new URL(address)).catch((error) => console.error("the consent was not given:", error));
  });
}

function run(
  args: string[],
  onReport: (report: string) => void = () => undefined,
): Promise<{ exitCode: number | null; report: string }> {
  const suite = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], signal: testSignal() });
  let report = "";
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      report += text;
      onReport(report);
    });
  }
  return new Promise((resolve, reject) => {
    suite.on("error", reject);
    suite.on("close", (exitCode) => resolve({ exitCode, report }));
  });
}

/** Reads the results of the checks. Each scenario has a folder, named `server-` with the scenario and the time. */
async function readChecks(results: string): Promise<{ passed: Set<string>; failed: Set<string> }> {
  const passed = new Set<string>();
  const failed = new Set<string>();
  for (const folder of await readdir(results)) {
    const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, "");
    const checks: { id: string; status: string }[] = JSON.parse(
      await readFile(join(results, folder, "checks.json"), "utf8"),
    );
    for (const { id, status } of checks) {
      if (status === "SUCCESS") passed.add(`${scenario}:${id}`);
      if (status === "FAILURE" || status === "WARNING") failed.add(`${scenario}:${id}`);
    }
  }
  return { passed, failed };
}
