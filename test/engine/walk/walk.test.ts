import process from "node:process";
import { expect, test } from "vitest";
import { missedBy } from "./coverage.ts";
import { foundBy, type Mistake } from "./mistakes.ts";
import { walk } from "./walk.ts";

/** Seeds of walks that together reach every event in `reached.json`. */
const SEEDS = [3, 5, 8, 11] as const;
const STEPS = 125;
/** The seeds of this run. `npm run prove -- mutate` runs this file for each mutant, so it uses only two seeds. */
const WALKED = process.env.MUTATION_SUBJECT ? SEEDS.slice(0, 2) : SEEDS;

const counts = new Map<string, number>();

test.each(WALKED)("a walk of 125 steps with the seed %i violates no rule", { timeout: 120_000 }, async (seed) => {
  const report = await walk({ seed, steps: STEPS });
  expect(report.violations, report.trail.join("\n")).toEqual([]);
  for (const [what, times] of report.counts) counts.set(what, (counts.get(what) ?? 0) + times);
});

test.runIf(WALKED === SEEDS)("the walks together reach every event in reached.json", () => {
  expect(missedBy({ counts })).toEqual([]);
});

/** Mistakes with the seed of a walk that finds each one. `npm run prove -- walk --mistakes` checks all mistakes. */
test.each<[Mistake, seed: number]>([
  ["due date moved by the date of payment", 11],
  ["credit used twice", 3],
  ["payment settled as often as it is named", 3],
])("the rules find the mistake in an engine: %s", { timeout: 120_000 }, async (mistake, seed) => {
  const { violations, counts } = await walk({ seed, steps: STEPS, mistake });
  expect(counts.get("mistakes")).toBeGreaterThan(0);
  expect(foundBy(mistake, violations), JSON.stringify(violations.map(({ rule }) => rule))).not.toBeNull();
});
