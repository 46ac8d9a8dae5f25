import { expect, test } from "vitest";
import { missedByLong, REACHED, REACHED_LONG } from "./coverage.ts";

const [OFTEN = "", SELDOM = ""] = [REACHED[0], REACHED_LONG[0]];

/** Everything done five times, what is rare once, but for some. */
function countsWith(others: Record<string, number>): Map<string, number> {
  const all = [...REACHED.map((what) => [what, 5] as const), ...REACHED_LONG.map((what) => [what, 1] as const)];
  return new Map([...all, ...Object.entries(others)]);
}

test("a walk of 10,000 steps has to do everything five times, and what is rare once", () => {
  const missed = (others: Record<string, number>) => missedByLong({ counts: countsWith(others), steps: 10_000 });
  expect(missed({})).toEqual([]);
  expect(missed({ [OFTEN]: 4 })).toEqual([OFTEN]);
  expect(missed({ [SELDOM]: 0 })).toEqual([SELDOM]);
});

test("a shorter walk has to do as much less, and nothing of what is rare", () => {
  const missed = (others: Record<string, number>) => missedByLong({ counts: countsWith(others), steps: 4_500 });
  expect(missed({ [OFTEN]: 2, [SELDOM]: 0 })).toEqual([]);
  expect(missed({ [OFTEN]: 1 })).toEqual([OFTEN]);
});
