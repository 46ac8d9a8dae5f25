import { expect, test } from "vitest";
import { missedBy, REACHED } from "./coverage.ts";
import type { Mistake } from "./mistakes.ts";
import { walk } from "./walk.ts";

/** Four walks of 125 steps: together they do everything that is to be reached. */
const SEEDS = [1, 2, 4, 9];

test("500 steps of the embedded engine keep every rule of money", { timeout: 240_000 }, async () => {
  const counts = new Map<string, number>();
  for (const seed of SEEDS) {
    const report = await walk({ seed, steps: 125 });
    expect(report.violations, report.trail.join("\n")).toEqual([]);
    for (const [what, times] of report.counts) counts.set(what, (counts.get(what) ?? 0) + times);
  }
  expect(missedBy({ counts }, REACHED)).toEqual([]);
});

/** Those that few steps find out, with the seed of these. All of them: `npm run walk -- --mistake ""`. */
test.each<[Mistake, number]>([
  ["taxes rounded down", 1],
  ["credit used twice", 1],
  ["due date moved by the date of payment", 1],
  ["discount for ever", 2],
  ["restoration not charged", 1],
])("an engine with the mistake %s is found out", { timeout: 120_000 }, async (mistake, seed) => {
  const { violations, counts } = await walk({ seed, steps: 150, mistake });
  expect(counts.get("mistakes")).toBeGreaterThan(0);
  expect(violations.length).toBeGreaterThan(0);
});
