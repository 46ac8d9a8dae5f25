import { expect, test } from "vitest";
import { missedBy } from "./coverage.ts";
import { foundBy, type Mistake } from "./mistakes.ts";
import { walk } from "./walk.ts";

/** Four walks that together do everything that is to be reached. */
const SEEDS = [3, 5, 9, 14] as const;
const STEPS = 125;

test("500 steps of the embedded engine keep every rule of money", { timeout: 240_000 }, async () => {
  const counts = new Map<string, number>();
  for (const seed of SEEDS) {
    const report = await walk({ seed, steps: STEPS });
    expect(report.violations, report.trail.join("\n")).toEqual([]);
    for (const [what, times] of report.counts) counts.set(what, (counts.get(what) ?? 0) + times);
  }
  expect(missedBy({ counts })).toEqual([]);
});

/** Each with the seed of a walk that finds it out. At length: `npm run prove -- walk --mistakes`. */
test.each<[Mistake, seed: number]>([
  ["due date moved by the date of payment", 3],
  ["credit used twice", 3],
])("an engine with the mistake %s is found out by its rule", { timeout: 120_000 }, async (mistake, seed) => {
  const { violations, counts } = await walk({ seed, steps: STEPS, mistake });
  expect(counts.get("mistakes")).toBeGreaterThan(0);
  expect(foundBy(mistake, violations), JSON.stringify(violations.map(({ rule }) => rule))).not.toBeNull();
});
