import { type WalkOptions, type WalkReport, walk } from "./walk.ts";

const MAX_WALKS = 80;

/**
 * Leaves out the steps that a violation does not need: halves, quarters and so on, as long as the same rule is violated.
 * @param report of the walk that ended with it
 * @returns the shortest walk that was found
 */
export async function smallest(options: WalkOptions, report: WalkReport): Promise<WalkReport> {
  const [violation] = report.violations;
  let best = report;
  let without = new Set<number>();
  let walks = 0;
  for (let size = Math.ceil(report.steps / 2); size >= 1 && walks < MAX_WALKS; size = Math.floor(size / 2)) {
    for (let from = 1; from < best.steps && walks < MAX_WALKS; from += size) {
      const range = Array.from({ length: size }, (_, index) => from + index).filter((step) => !without.has(step));
      if (range.length === 0) continue;
      const fewer = new Set([...without, ...range]);
      const found = await walk({ ...options, steps: best.steps, without: fewer });
      walks++;
      if (found.violations[0]?.rule !== violation?.rule) continue;
      best = found;
      without = fewer;
    }
  }
  return best;
}
