import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { type BundleSize, budgetOf, refusalOf } from "./bundle-size.ts";
import { buildFolder } from "./deployment-plan.ts";
import { WORKERS } from "./workers.ts";

/** What each Worker's bundle was found to weigh, by its configuration; see docs/performance.md. */
const FOUND = new URL("bundle-sizes.json", import.meta.url);

/** Weighs what `npm run deploy -- --dry-run` built, on either billing system; `--write` puts down what it found. */
const weighed = Object.fromEntries(WORKERS.map(({ config }) => [config, weigh(buildFolder(config))]));
if (process.argv.includes("--write")) {
  writeFileSync(FOUND, `${JSON.stringify(weighed, null, 2)}\n`);
}
const found = JSON.parse(readFileSync(FOUND, "utf8")) as Record<string, BundleSize>;
let isRefused = false;
for (const [config, size] of Object.entries(weighed)) {
  const budget = found[config] && budgetOf(found[config]);
  const least = budget ? `budget ${inKib(budget.raw)} and ${inKib(budget.gzip)}` : "no budget";
  console.log(`${config}: ${inKib(size.raw)} KiB, ${inKib(size.gzip)} KiB gzip (${least})`);
  const refusal = refusalOf(size, found[config]);
  if (refusal === null) continue;
  isRefused = true;
  console.error(`${config}: ${refusal}`);
}
if (isRefused) {
  console.error("Where that is meant, npm run check -- --update-sizes puts the new sizes down.");
  process.exit(1);
}

function weigh(folder: string): BundleSize {
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const texts = modules.map((name) => readFileSync(join(folder, name)));
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
  return {
    raw: sum(texts.map((text) => text.byteLength)),
    gzip: sum(texts.map((text) => gzipSync(text).byteLength)),
  };
}

function inKib(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
