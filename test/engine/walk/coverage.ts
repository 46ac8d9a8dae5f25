import { readFileSync } from "node:fs";
import type { WalkReport } from "./walk.ts";

/**
 * The events that the short walks, 500 steps in total, must reach at least once. A long walk must reach each of them
 * once per {@link STEPS_FOR_ONCE} steps.
 */
const REACHED: string[] = JSON.parse(readFileSync(new URL("reached.json", import.meta.url), "utf8"));

/**
 * Number of steps in which a walk must reach each event of {@link REACHED} at least once. The rarest event occurred six
 * times in 2,000 steps with seed 1, and six times in 5,163 steps with seed 2.
 */
const STEPS_FOR_ONCE = 2_000;

/** Returns the events that a long walk reached too rarely for its length. */
export function missedByLong(report: Pick<WalkReport, "counts" | "steps">): string[] {
  return missedBy(report, Math.floor(report.steps / STEPS_FOR_ONCE));
}

/** Returns the events that a walk reached fewer than `times` times. */
export function missedBy({ counts }: Pick<WalkReport, "counts">, times = 1): string[] {
  return REACHED.filter((what) => (counts.get(what) ?? 0) < times);
}
