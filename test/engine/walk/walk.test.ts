import { expect, test } from "vitest";
import { missedBy, REACHED } from "./coverage.ts";
import type { Mistake } from "./mistakes.ts";
import { walk } from "./walk.ts";

test("500 steps of the embedded engine keep every rule of money", { timeout: 240_000 }, async () => {
  const report = await walk({ seed: 1, steps: 500 });
  expect(report.violations, report.trail.join("\n")).toEqual([]);
  expect(missedBy(report, REACHED)).toEqual([]);
});

/** Those that few steps find out. All of them: `npm run walk -- --mistake ""`. */
test.each<Mistake>([
  "taxes rounded down",
  "credit used twice",
  "due date moved by the date of payment",
  "discount for ever",
  "suspended a day early",
])("an engine with the mistake %s is found out", { timeout: 120_000 }, async (mistake) => {
  const { violations, counts } = await walk({ seed: 1, steps: 150, mistake });
  expect(counts.get("mistakes")).toBeGreaterThan(0);
  expect(violations.length).toBeGreaterThan(0);
});
