import process from "node:process";
import { type WalkOptions, type WalkReport, walk } from "./walk.ts";

const MAX_CPU_S = 120;

/**
 * Leaves out the steps that a violation does not need: halves, quarters and so on, as long as the same rule is violated, for two
 * minutes of processor time.
 * @param report of the walk that ended with it
 * @returns the shortest walk that was found
 */
export async function smallest(options: WalkOptions, report: WalkReport): Promise<WalkReport> {
  const [violation] = report.violations;
  let best = report;
  let without = new Set<number>();
  // What the process has used before is the walk's.
  const began = process.cpuUsage();
  const isTime = () => process.cpuUsage(began).user < MAX_CPU_S * 1_000_000;
  for (let size = Math.ceil(report.steps / 2); size >= 1 && isTime(); size = Math.floor(size / 2)) {
    for (let from = 1; from < best.steps && isTime(); from += size) {
      const range = Array.from({ length: size }, (_, index) => from + index).filter((step) => !without.has(step));
      if (range.length === 0) continue;
      const fewer = new Set([...without, ...range]);
      const found = await walk({ ...options, steps: best.steps, without: fewer });
      if (found.violations[0]?.rule !== violation?.rule) continue;
      best = found;
      without = fewer;
    }
  }
  return best;
}
