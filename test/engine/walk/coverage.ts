import { readFileSync } from "node:fs";
import type { WalkReport } from "./walk.ts";

/** What 500 steps in several walks must reach at least once, and a long walk once for each 2,000 steps. */
const REACHED: string[] = JSON.parse(readFileSync(new URL("reached.json", import.meta.url), "utf8"));

/** The steps in which each of {@link REACHED} occurs once. The rarest occurred six times in 2,000 steps (seed 1), and in 5,163 (seed 2). */
const STEPS_FOR_ONCE = 2_000;

/** What one walk has not done as often as its length demands. */
export function missedByLong(report: Pick<WalkReport, "counts" | "steps">): string[] {
  return missedBy(report, Math.floor(report.steps / STEPS_FOR_ONCE));
}

/** What a walk has not done often enough. */
export function missedBy({ counts }: Pick<WalkReport, "counts">, times = 1): string[] {
  return REACHED.filter((what) => (counts.get(what) ?? 0) < times);
}
