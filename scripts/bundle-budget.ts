import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { buildFolder } from "./deployment-plan.ts";
import { WORKERS } from "./workers.ts";

/** What each Worker's bundle was found to weigh, by its configuration; see docs/performance.md. */
const FOUND = new URL("bundle-sizes.json", import.meta.url);

/** Weighs what `npm run deploy -- --dry-run` built, on either billing system; `--write` puts down what it found. */
function checkBudgets(isWriting: boolean): void {
  const weighed = Object.fromEntries(WORKERS.map(({ config }) => [config, weigh(buildFolder(config))]));
  if (isWriting) writeFileSync(FOUND, `${JSON.stringify(weighed, null, 2)}\n`);
  const found = JSON.parse(readFileSync(FOUND, "utf8")) as Record<string, BundleSize>;
  for (const [config, size] of Object.entries(weighed)) {
    const budget = found[config] && budgetOf(found[config]);
    const least = budget ? `budget ${inKib(budget.raw)} and ${inKib(budget.gzip)}` : "no budget";
    console.log(`${config}: ${inKib(size.raw)} KiB, ${inKib(size.gzip)} KiB gzip (${least})`);
    const refusal = refusalOf(size, found[config]);
    if (refusal === null) continue;
    process.exitCode = 1;
    console.error(`${config}: ${refusal}`);
  }
  if (process.exitCode === 1)
    console.error("Where that is meant, npm run check -- --update-sizes puts the new sizes down.");
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

/** What a bundle weighs, in bytes: as it is, and after gzip. */
export interface BundleSize {
  raw: number;
  gzip: number;
}

/** How far a bundle may be from what was found, up or down. */
const ROOM = 0.1;

/** The most that a bundle may weigh: a tenth above what was found. */
export function budgetOf({ raw, gzip }: BundleSize): BundleSize {
  return { raw: Math.floor(raw * (1 + ROOM)), gzip: Math.floor(gzip * (1 + ROOM)) };
}

/**
 * Why a bundle is not taken, or null: it is over its budget, or so far below what was found that its budget no longer holds it.
 * @param found undefined for a bundle that was never weighed
 */
export function refusalOf(size: BundleSize, found: BundleSize | undefined): string | null {
  if (found === undefined) return "it was never weighed";
  const budget = budgetOf(found);
  if (size.raw > budget.raw || size.gzip > budget.gzip) return "it is over its budget";
  const isSmaller = size.raw < found.raw * (1 - ROOM) || size.gzip < found.gzip * (1 - ROOM);
  return isSmaller ? "it is more than a tenth below what was found" : null;
}

if (import.meta.main) checkBudgets(process.argv.includes("--write"));
