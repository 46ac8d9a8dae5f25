import { expect, test } from "vitest";
import { missedBy, REACHED } from "./coverage.ts";
import type { Mistake } from "./mistakes.ts";
import { walk } from "./walk.ts";

test("500 steps of the embedded engine keep every rule of money", { timeout: 240_000 }, async () => {
  const report = await walk({ seed: 1, steps: 500 });
  expect(report.violations, report.trail.join("\n")).toEqual([]);
  expect(missedBy(report, REACHED)).toEqual([]);
});

/** Of each the seed that finds it out soonest; all of them, and each with any seed: `npm run walk -- --mistake ""`. */
test.each<[Mistake, number]>([
  ["refund credited twice", 3],
  ["taxes rounded down", 3],
  ["credit used twice", 3],
  ["due date moved by the date of payment", 3],
  ["refused transfer kept", 3],
])("an engine with the mistake %s is found out", { timeout: 120_000 }, async (mistake, seed) => {
  const { violations, counts } = await walk({ seed, steps: 200, mistake });
  expect(counts.get("mistakes")).toBeGreaterThan(0);
  expect(violations.length).toBeGreaterThan(0);
});
