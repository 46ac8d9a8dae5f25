import { spawnSync } from "node:child_process";
import process from "node:process";
import { localEnvironment, PROJECT } from "./workers.ts";

/** Settings of a deployment before an installation that is not asked. */
const WHMCS = [
  "BILLING=whmcs",
  "WHMCS_URL=https://billing.maple.example",
  "CLIENT_AREA_URL=https://billing.maple.example",
];
const SECOND = ["NAME=frontdesk-staging", "JURISDICTION=eu"];

/** Everything that is checked without running the service, quickest first; each must pass. */
const CHECKS: [name: string, command: string, args: string[]][] = [
  ["types", "tsc", ["-p", "tsconfig.json"]],
  ["types of tests and scripts", "tsc", ["-p", "tsconfig.node.json"]],
  ["lint and format", "biome", ["ci", "."]],
  ["dead files, exports and dependencies", "knip", []],
  ["rules of the source", "vitest", ["run", "--project", "rules"]],
  ["every Worker builds as for a deployment", "node", ["scripts/deploy.ts", "--dry-run", "DEMONSTRATION=true"]],
  [
    "so does a second installation before WHMCS, in the EU",
    "node",
    ["scripts/deploy.ts", "--dry-run", ...WHMCS, ...SECOND],
  ],
  ["the example builds too", "wrangler", ["deploy", "--dry-run", "-c", "examples/assistant/wrangler.toml"]],
  ["bundle budget", "node", ["scripts/bundle-budget.ts"]],
  ["published surface keeps what was released", "node", ["scripts/release/check-surface.ts"]],
  ["OpenAPI documents", "redocly", ["lint", "--config", "redocly.yaml"]],
];

for (const [name, command, args] of CHECKS) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: PROJECT,
    encoding: "utf8",
    env: { ...localEnvironment(), REDOCLY_TELEMETRY: "off" },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (command === "node" && name === "bundle budget") process.stdout.write(stdout);
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}`);
    process.exit(1);
  }
}
