import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { PROJECT, QUIET_WRANGLER } from "./workers.ts";

/** Runs the tests (`npm test -- <filter>` some of them) and closes with one plain line that counts them. */
const folder = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
const results = join(folder, "results.json");
const { status } = spawnSync(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`, ...process.argv.slice(2)],
  { cwd: PROJECT, stdio: "inherit", env: { ...process.env, ...QUIET_WRANGLER } },
);
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, "utf8"));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(status ?? 1);
