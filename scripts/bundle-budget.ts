import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { buildFolder } from "./deployment-plan.ts";
import { WORKERS } from "./workers.ts";

/** The most each Worker's bundle may weigh, in KiB after gzip; see docs/performance.md for why. */
const BUDGET_KIB: Record<string, number> = {
  "workers/billing/wrangler.toml": 130,
  "workers/billing-whmcs/wrangler.toml": 145,
  "workers/catalogue/wrangler.toml": 175,
  "workers/zones/wrangler.toml": 44,
  "workers/account/wrangler.toml": 336,
  "workers/operator/wrangler.toml": 42,
  "wrangler.toml": 89,
};

/** Weighs what `npm run deploy -- --dry-run` built, on either billing system. */
let over = false;
for (const { config } of WORKERS) {
  const folder = buildFolder(config);
  const bundles = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const size = bundles.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength, 0) / 1024;
  const raw = bundles.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024;
  const budget = BUDGET_KIB[config];
  if (budget === undefined || size > budget) over = true;
  console.log(`${config}: ${raw.toFixed(0)} KiB, ${size.toFixed(1)} KiB gzip (budget ${budget ?? "none set"})`);
}
if (over) {
  console.error("A bundle is over its budget.");
  process.exit(1);
}
